import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseStore } from './store.ts';

interface Place {
  /** Null for a file in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

interface Log {
  error(error: unknown): void;
  warn(sentence: string): void;
}

export const sqliteFile = ({ dataDir }: Pick<Place, 'dataDir'>): string => join(dataDir, 'lineup.db');

/** Which PostgreSQL server was used last. */
export const timelineFile = ({ dataDir }: Pick<Place, 'dataDir'>): string =>
  join(dataDir, 'postgresql-timeline');

/** The server's store. Only its own engine is loaded. Rejects with a `StartProblem`. */
export async function openServerStore(place: Place, log?: Log): Promise<DatabaseStore> {
  if (place.databaseUrl === null) {
    const { openLockedSqliteStore } = await import('./sqlite/sqlite-lock.ts');
    return openLockedSqliteStore(sqliteFile(place));
  }
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  // For the secret, too. Where it can't be made, opening the secret says so.
  await mkdir(place.dataDir, { recursive: true }).catch(() => {});
  return openPostgresStore(place.databaseUrl, {
    timelineFile: timelineFile(place),
    logError: (error) => log?.error(error),
    warn: (sentence) => log?.warn(sentence),
  });
}
