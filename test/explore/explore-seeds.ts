// `explore -- --seeds 100000 --first-seed 1`: simulations (test/simulation) on all processors, until one finds a fault.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** There is a process for each processor, and most of what a simulation allocates is short-lived. */
const flags = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc'];

export interface SeedRange {
  readonly first: number;
  readonly count: number;
}

/** The seeds that each process runs: of two processes one takes the even ones, so that both end at the same time. */
export function shareSeeds({ first, count }: SeedRange, processes: number): readonly (readonly number[])[] {
  const shares = Array.from({ length: Math.min(processes, count) }, (_, index) => [
    first + index,
    Math.ceil((count - index) / processes),
    processes,
  ]);
  return shares;
}

export function parseSeeds(options: readonly string[]): SeedRange {
  const { values } = parseArgs({
    args: [...options],
    options: { seeds: { type: 'string', default: '1000' }, 'first-seed': { type: 'string', default: '1' } },
  });
  const [first, count] = [Number(values['first-seed']), Number(values.seeds)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
    throw new RangeError('Give whole numbers: --seeds 1000 --first-seed 1');
  }
  return { first, count };
}

/** Resolves to the exit code. The first process that finds something ends the others. */
export async function exploreSeeds(range: SeedRange): Promise<number> {
  const children = shareSeeds(range, availableParallelism()).map((share) =>
    spawn(process.execPath, [...flags, 'test/simulation/run-seeds.ts', ...share.map(String)], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const codes = children.map(
    (child) =>
      new Promise<number>((resolve) => {
        child.once('exit', (code) => {
          if (code !== 0) for (const other of children) other.kill();
          resolve(code ?? 0);
        });
      }),
  );
  const failed = (await Promise.all(codes)).some((code) => code !== 0);
  if (!failed) console.log(`Nothing found in ${range.count} simulations from seed ${range.first}.`);
  return failed ? 1 : 0;
}
