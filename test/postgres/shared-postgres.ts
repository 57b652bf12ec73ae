import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { RUN_FOLDER } from './one-per-run.ts';
import { execute, startPostgres, urlOf } from './postgres-server.ts';

export interface TestDatabase {
  readonly url: string;
  /** Deletes every row, except the number of migrations. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/** A database with today's tables: a copy of one that was made once for the run. */
export const createDatabase = (): Promise<TestDatabase> =>
  create('template lineup_template strategy file_copy');

/** One without tables. */
export const createEmptyDatabase = (options = ''): Promise<TestDatabase> =>
  create(`template template0 strategy file_copy ${options}`);

async function create(options: string): Promise<TestDatabase> {
  const folder = await sharedServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = urlOf(folder, 'postgres');
  await execute(admin, `create database ${name} ${options}`);
  return {
    url: urlOf(folder, name),
    empty: async () => void (await execute(urlOf(folder, name), deleteAll)),
    drop: async () => void (await execute(admin, `drop database ${name} with (force)`)),
  };
}

/** Quicker than `truncate`, which makes new files. */
const deleteAll = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'meta' loop
      execute format('delete from %I', name);
    end loop;
    delete from meta where key <> 'schema';
  end $$`;

let shared: Promise<string> | null = null;

/** Starts the run's PostgreSQL, or waits until another worker has. */
function sharedServer(): Promise<string> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<string> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) throw new Error(`${RUN_FOLDER} is not set: one-per-run.ts has not run.`);
  const [folder, done] = [join(run, 'server'), join(run, 'done')];
  // PostgreSQL runs under another account.
  chmodSync(run, 0o711);
  if (makeOnce(join(run, 'starting'))) {
    const failure = await prepare(folder).then(
      () => '',
      (error) => String(error),
    );
    writeFileSync(done, failure);
  }
  while (!existsSync(done)) await new Promise((resolve) => setTimeout(resolve, 20));
  const failure = readFileSync(done, 'utf8');
  if (failure !== '') throw new Error(failure);
  return folder;
}

async function prepare(folder: string): Promise<void> {
  const server = await startPostgres(folder);
  await execute(server.url('postgres'), 'create database lineup_template');
  const store = await openPostgresStore(server.url('lineup_template'));
  await store.close();
}

/** False if it was made before. */
function makeOnce(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
