import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { findPrograms } from './postgres-programs.ts';

/** A PostgreSQL of this machine, for tests and benchmarks alone: it doesn't wait for the disk. */
export interface PostgresServer {
  /** The folder of its socket. */
  readonly folder: string;
  readonly pid: number;
  /** The address of one of its databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** The system's account without rights: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;
/** Whom PostgreSQL runs as, and its files belong to. */
export const account: { readonly uid?: number; readonly gid?: number } = isRoot
  ? { uid: NOBODY, gid: NOBODY }
  : {};

/** Settings that make it fast and small. Whatever survives a killed process survives without `fsync` too. */
const settings = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  shared_buffers: '32MB',
  max_connections: '200',
  max_wal_size: '256MB',
  autovacuum: 'off',
  log_min_messages: 'fatal',
};

export const urlOf = (folder: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Starts it in a folder, which is made if it doesn't exist. It runs until `stop`, also after this process has ended. */
export async function startPostgres(
  folder = mkdtempSync(join(tmpdir(), 'lineup-postgres-')),
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  mkdirSync(folder, { recursive: true });
  if (isRoot) handOver(folder);
  chmodSync(folder, 0o700);
  const { bin, env } = preparePrograms(folder);
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    const made = spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
      { ...account, env, cwd: folder },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
  }
  const options = Object.entries({ ...settings, unix_socket_directories: folder, ...more }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
    ...account,
    env,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  child.on('error', (error) => {
    said += error;
  });
  const isEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const ended = once(child, 'exit');
  while (!(await isReady(folder))) {
    if (isEnded()) throw new Error(`PostgreSQL did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return {
    folder,
    pid: child.pid ?? 0,
    url: (database) => urlOf(folder, database),
    async stop() {
      // The quick way: it doesn't wait for connections, and nothing of it is needed again.
      if (!isEnded()) child.kill('SIGINT');
      child.ref();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets PostgreSQL's account have a folder. A root of some containers may not give any away. */
function handOver(folder: string): void {
  try {
    chownSync(folder, NOBODY, NOBODY);
  } catch {
    throw new Error(
      'PostgreSQL refuses to run as root, and here root can be no other user. Run the tests as a user without special rights.',
    );
  }
}

async function isReady(folder: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(folder, 'postgres'),
    connectionTimeoutMillis: 1_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Runs one statement in a database. */
export async function execute(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The programs' folder, and what they need; the npm package lacks links, which are made here. */
function preparePrograms(folder: string): { readonly bin: string; readonly env: NodeJS.ProcessEnv } {
  const { PATH } = process.env;
  const found = findPrograms();
  if ('bin' in found) return { bin: found.bin, env: { PATH } };
  const native = reachable(found.native, folder);
  const links = join(folder, 'lib');
  if (!existsSync(links)) {
    mkdirSync(links);
    const all: { source: string; target: string }[] = JSON.parse(
      readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const { source, target } of all) {
      symlinkSync(join(native, '..', source), join(links, basename(target)));
    }
  }
  return { bin: join(native, 'bin'), env: { PATH, LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}` } };
}

/** The same folder, or a copy of it where the account that runs PostgreSQL may not go. */
function reachable(native: string, folder: string): string {
  const probe = spawnSync(join(native, 'bin', 'pg_ctl'), ['--version'], { ...account, cwd: '/' });
  if ((probe.error as NodeJS.ErrnoException | undefined)?.code !== 'EACCES') return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true });
  accessSync(join(copy, 'bin', 'postgres'));
  return copy;
}
