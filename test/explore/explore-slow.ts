import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Computes until the process that started it is gone. */
const LOOP = `process.on('disconnect', process.exit);
(function spin() { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(spin); })()`;

/**
 * `npm test` with two busy loops a processor beside it, and less of the processor than they get: `--nice` 5 leaves each of
 * its processes a third of what each loop has, 10 a tenth. What is given after `--` runs instead, by Node.
 */
export async function exploreSlow(options: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: options,
    allowPositionals: true,
    options: { nice: { type: 'string', default: '5' } },
  });
  const loops = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  // those that are started later have it too
  setPriority(Number(values.nice));
  try {
    const args = positionals.length > 0 ? positionals : ['tools/test.ts'];
    return await codeOf(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }));
  } finally {
    for (const loop of loops) loop.kill();
  }
}

const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
