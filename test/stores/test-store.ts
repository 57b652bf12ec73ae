import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../../server/database/store.ts';
import { createDatabase, type TestDatabase } from '../postgres/shared-postgres.ts';

/** With LINEUP_TEST_ENGINE=postgres, servers of tests keep their data in PostgreSQL: a database for each data directory. */
export const isOnPostgres = process.env.LINEUP_TEST_ENGINE === 'postgres';
const databases = new Map<string, Promise<TestDatabase>>();

/** The address of a data directory's database; null for a file. */
export async function databaseUrlOf(dataDir: string): Promise<string | null> {
  const database = databases.get(dataDir) ?? (isOnPostgres ? createDatabase() : null);
  if (database === null) return null;
  databases.set(dataDir, database);
  return (await database).url;
}

/** From now on, what is in a data directory is in this database. */
export const keepIn = (database: TestDatabase, dataDir: string): void =>
  void databases.set(dataDir, Promise.resolve(database));

/** The store of a server that may be running. */
export async function openTestStore(dataDir: string): Promise<DatabaseStore> {
  const url = await databaseUrlOf(dataDir);
  if (url !== null) return openPostgresStore(url);
  const file = join(dataDir, 'lineup.db');
  await unlocked(file);
  return whenFree(() => openSqliteStore(file));
}

/** From now on everything that writes to a data directory's database waits. Returns what ends that. */
export async function lockWrites(dataDir: string): Promise<() => Promise<void>> {
  const url = await databaseUrlOf(dataDir);
  if (url === null) {
    const database = new DatabaseSync(join(dataDir, 'lineup.db'));
    database.exec('begin immediate');
    return async () => {
      if (database.isOpen) database.close();
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public'`,
  );
  await client.query(`begin; lock table ${rows[0].tables} in share row exclusive mode`);
  let ended: Promise<void> | null = null;
  return () => {
    ended ??= client.end();
    return ended;
  };
}

/**
 * Waits until nobody is writing. A server in this process could not end its transaction while opening the database here
 * waits for its lock.
 */
const unlocked = (file: string): Promise<void> =>
  whenFree(() => {
    if (!existsSync(file)) return;
    const database = new DatabaseSync(file);
    try {
      database.exec('begin immediate; rollback');
    } finally {
      database.close();
    }
  });

/** Does something to a SQLite database once nobody is writing. */
export async function whenFree<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
      if (!isBusy) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
