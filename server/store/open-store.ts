import { join } from 'node:path';
import { openPostgresStore } from './postgres/postgres.ts';
import { openLockedSqliteStore } from './sqlite/sqlite-lock.ts';
import type { DatabaseStore } from './store.ts';

interface Place {
  /** Null for a file in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

export const sqliteFile = ({ dataDir }: Pick<Place, 'dataDir'>): string => join(dataDir, 'lineup.db');

/** The server's store. Rejects with a `StartProblem`. */
export const openServerStore = (place: Place, logError: (error: unknown) => void): Promise<DatabaseStore> =>
  place.databaseUrl === null
    ? openLockedSqliteStore(sqliteFile(place))
    : openPostgresStore(place.databaseUrl, { logError });
