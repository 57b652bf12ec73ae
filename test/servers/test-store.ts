import { join } from 'node:path';
import { openPostgresStore } from '../../server/store/postgres/postgres.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite.ts';
import type { DatabaseStore } from '../../server/store/store.ts';
import { createDatabase, type TestDatabase } from '../postgres/shared-postgres.ts';

/** With LINEUP_TEST_ENGINE=postgres, servers of tests keep their data in PostgreSQL: a database for each data directory. */
const isOnPostgres = process.env.LINEUP_TEST_ENGINE === 'postgres';
const databases = new Map<string, Promise<TestDatabase>>();

/** The address of a data directory's database; null for a file. */
export async function databaseUrlOf(dataDir: string): Promise<string | null> {
  if (!isOnPostgres) return null;
  const database = databases.get(dataDir) ?? createDatabase();
  databases.set(dataDir, database);
  return (await database).url;
}

/** The store of a server that may be running. */
export async function openTestStore(dataDir: string): Promise<DatabaseStore> {
  const url = await databaseUrlOf(dataDir);
  return url === null ? openSqliteStore(join(dataDir, 'lineup.db')) : openPostgresStore(url);
}
