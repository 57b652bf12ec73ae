import { join } from 'node:path';
import { startProcess } from '../servers/real-process.ts';

/** One of several servers on one database, in a process of its own. */
export interface NodeProcess {
  readonly address: string;
  /** What it has logged so far. */
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** As when the machine loses its power. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** For the environment of a node whose machine's clock is so many milliseconds ahead of the others'. */
export const movedClock = (milliseconds: number): Record<string, string> => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('../preload-clock.ts', import.meta.url).href}`,
  LINEUP_TEST_OFFSET: String(Number(process.env.LINEUP_TEST_OFFSET ?? 0) + milliseconds),
});

/** All nodes on a database share a secret, and so a folder here. */
export async function startNode(
  databaseUrl: string,
  folder: string,
  name: string,
  env: Record<string, string> = {},
): Promise<NodeProcess> {
  const { child, ended } = startProcess('main.ts', [], {
    PORT: '0',
    HTTPS_PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, name),
    SECRET_FILE: join(folder, 'secret'),
    ...env,
  });
  const address = new Promise<string>((resolve) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const match = /Lineup is at (\S+)\n/.exec(said);
      if (match?.[1]) resolve(match[1]);
    });
  });
  let logged = '';
  child.stderr.on('data', (data) => {
    logged += data;
  });
  let isTold = false;
  const early = ended.then(({ stderr }) => {
    if (!isTold) console.error(`The node ${name} ended by itself: ${stderr.slice(-5_000)}`);
    throw new Error(`the node ended: ${stderr}`);
  });
  early.catch(() => {});
  const end = (signal: NodeJS.Signals) => async () => {
    isTold = true;
    child.kill(signal);
    await ended;
  };
  return {
    address: await Promise.race([address, early]),
    log: () => logged,
    signal: (name) => void child.kill(name),
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
  };
}

/** Calls each of them so many times in turns; the statuses of the answers. */
export async function inTurns<Each>(
  count: number,
  all: readonly Each[],
  work: (each: Each) => Promise<{ status: number }>,
) {
  const statuses: number[] = [];
  for (let call = 0; call < count; call++) {
    const each = all[call % all.length];
    if (each) statuses.push((await work(each)).status);
  }
  return statuses;
}
