import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../servers/free-port.ts';

/** Where a server keeps its data. */
export type Engine = 'sqlite' | 'postgres';

/** The real server in a process of its own, with a data folder of its own. */
export interface LineupServer {
  readonly address: string;
  readonly dataDir: string;
  /** Path of its SQLite file. */
  readonly database: string;
  /** Moves its time by so many milliseconds, forward or back. */
  moveClock(milliseconds: number): Promise<void>;
  /** As after a power cut of the box: killed, not asked. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

interface Given {
  readonly env?: (address: string) => Record<string, string>;
  /** What the browser calls this machine; passkeys need it to be localhost. */
  readonly name?: string;
  readonly engine?: Engine;
}

const servers = new Set<LineupServer>();
/** How far servers that start are ahead of the time at which journeys begin. */
let moved = 0;

/** The servers of this process, and those started later. */
export async function moveServers(milliseconds: number): Promise<void> {
  moved += milliseconds;
  for (const server of servers) await server.moveClock(milliseconds);
}

export async function startServer({
  env,
  name = '127.0.0.1',
  engine = 'sqlite',
}: Given = {}): Promise<LineupServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lineup-journey-'));
  const port = await freePort();
  const address = `http://${name}:${port}`;
  const dataDir = join(folder, 'data');
  const databaseUrl = engine === 'postgres' ? await createMovedDatabase(dataDir) : null;
  let child: ChildProcess | undefined;

  async function start() {
    const preloads = ['./test/preload-clock.ts', './test/passwords/cheap-passwords.ts'];
    const args = [...preloads.map((each) => `--import=${each}`), 'server/main.ts'];
    child = spawn(process.execPath, args, {
      cwd: root,
      env: {
        ...process.env,
        ...env?.(address),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        LINEUP_TEST_MOVED: String(moved),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit').then(() => {
      throw new Error('the server ended before it said its address');
    });
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited]);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (!child || !isRunning(child)) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async function moveClock(milliseconds: number) {
    if (!child || !isRunning(child)) return;
    const told = once(child, 'message');
    child.send({ moveClock: milliseconds });
    await told;
  }

  await start();
  const server: LineupServer = {
    address,
    dataDir,
    database: join(dataDir, 'lineup.db'),
    kill: () => end('SIGKILL'),
    moveClock,
    start,
    stop: async () => {
      servers.delete(server);
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
  servers.add(server);
  return server;
}

/** A database for a server whose time was moved: PostgreSQL's clock is the clock of its nodes. Loaded by journeys on it alone. */
async function createMovedDatabase(dataDir: string): Promise<string> {
  const { createDatabase } = await import('../postgres/shared-postgres.ts');
  const { execute } = await import('../postgres/postgres-server.ts');
  const { keepIn } = await import('../stores/test-store.ts');
  const database = await createDatabase();
  const milliseconds = Number(process.env.LINEUP_TEST_OFFSET ?? 0) + moved;
  await execute(
    database.url,
    `create function clock_timestamp() returns timestamptz language sql volatile
       as $$ select pg_catalog.clock_timestamp() + interval '${milliseconds} milliseconds' $$`,
  );
  const { pathname } = new URL(database.url);
  await execute(database.url, `alter database ${pathname.slice(1)} set search_path = public, pg_catalog`);
  keepIn(database, dataDir);
  return database.url;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;
