import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartProblem } from '../start-problem.ts';
import type { DatabaseStore } from './store.ts';

interface DatabaseLocation {
  /** Without one, the database is a file in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

interface Log {
  error(error: unknown): void;
  warn(sentence: string): void;
}

export const sqliteFile = ({ dataDir }: Pick<DatabaseLocation, 'dataDir'>): string =>
  join(dataDir, 'lineup.db');

/** Which PostgreSQL server was used last, where a copy may have replaced it. */
export const timelineFile = ({ dataDir }: Pick<DatabaseLocation, 'dataDir'>): string =>
  join(dataDir, 'postgresql-timeline');

/** For a server that starts while the one before it has the data. */
interface StartWait {
  readonly seconds: number;
  readonly onWaiting: () => void;
}

/** The server's store. Only its own engine is loaded. Rejects with a `StartProblem`. */
export async function openServerStore(
  place: DatabaseLocation,
  log?: Log,
  wait: StartWait = { seconds: 0, onWaiting: () => {} },
): Promise<DatabaseStore> {
  if (place.databaseUrl === null) return openWhenFree(sqliteFile(place), wait);
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  const store = await openPostgresStore(place.databaseUrl, {
    timelineFile: timelineFile(place),
    logError: (error) => log?.error(error),
    warn: (sentence) => log?.warn(sentence),
  });
  // People would find nothing of what was not moved yet, and no word of why.
  const file = sqliteFile(place);
  if (!existsSync(file) || (await hasDocuments(store))) return store;
  await store.close();
  throw new StartProblem(
    `The database of DATABASE_URL is empty, and there is data in ${file}. Move it with “npm run lineup -- move-to”, or start without it by moving the file elsewhere.`,
  );
}

async function hasDocuments({ kysely }: DatabaseStore): Promise<boolean> {
  return (await kysely.selectFrom('documents').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function openWhenFree(file: string, { seconds, onWaiting }: StartWait): Promise<DatabaseStore> {
  const { InUse, openLockedSqliteStore } = await import('./sqlite/sqlite-lock.ts');
  const until = performance.now() + seconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openLockedSqliteStore(file);
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() >= until) throw error;
      if (attempt === 1) onWaiting();
      await setTimeout(100);
    }
  }
}
