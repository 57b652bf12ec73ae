import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../start-problem.ts';
import { makeFolder, openSqliteStore, type SqliteStore } from './sqlite.ts';

/**
 * Opens a file for one server at a time: a second one wouldn't know what the first sends to its pages. Rejects
 * with a `StartProblem`.
 */
export async function openLockedSqliteStore(file: string): Promise<SqliteStore> {
  makeFolder(dirname(file));
  const release = lock(file);
  try {
    const store = await openSqliteStore(file);
    return {
      ...store,
      async close() {
        await store.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** A lock of the operating system, released when the process ends, however it ends. */
export function lock(file: string): () => void {
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(`${file}-lock`);
    holder.exec('pragma journal_mode = memory; begin exclusive;');
  } catch (error) {
    holder?.close();
    throw new StartProblem(`The database ${file} is in use by another Lineup, or cannot be locked.`, {
      cause: error,
    });
  }
  return () => holder.close();
}
