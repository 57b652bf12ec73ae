import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { eventually } from '../eventually.ts';

/**
 * Runs a statement in a server's database, again while the server writes. SQLite must not do the waiting: this thread
 * runs the server, too, which may be about to end a transaction.
 */
export const runSql = (
  { dataDir }: { readonly dataDir: string },
  statement: string,
  ...values: string[]
): Promise<Record<string, SQLOutputValue>[]> =>
  eventually(() => {
    const database = new DatabaseSync(join(dataDir, 'lineup.db'));
    try {
      return database.prepare(statement).all(...values);
    } finally {
      database.close();
    }
  });
