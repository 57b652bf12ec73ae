import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real server in a process of its own, with a data folder of its own. */
export interface LineupServer {
  readonly address: string;
  readonly dataDir: string;
  /** Path of its SQLite file. */
  readonly database: string;
  /** As after a power cut of the box: killed, not asked. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const root = new URL('../..', import.meta.url).pathname;

interface Given {
  readonly env?: (address: string) => Record<string, string>;
  /** What the browser calls this machine; passkeys need it to be localhost. */
  readonly name?: string;
}

export async function startServer({ env, name = '127.0.0.1' }: Given = {}): Promise<LineupServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lineup-journey-'));
  const port = await freePort();
  const address = `http://${name}:${port}`;
  let child: ChildProcess | undefined;

  async function start() {
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...env?.(address),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit').then(() => {
      throw new Error('the server ended before it said its address');
    });
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited]);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  await start();
  return {
    address,
    dataDir: join(folder, 'data'),
    database: join(folder, 'data', 'lineup.db'),
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A port below those that client sockets take. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 21_000 + Math.floor(Math.random() * 8_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) {
      probe.close();
      await once(probe, 'close');
      return port;
    }
  }
  throw new Error('no free port was found');
}
