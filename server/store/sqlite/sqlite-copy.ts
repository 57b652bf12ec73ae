import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asStartProblem, openSqliteStore, type SqliteStore } from './sqlite.ts';

/**
 * Opens a store on a temporary copy of a file, or an empty one if the file doesn't exist. The file itself never changes;
 * the copy is deleted when it is closed or when the process ends. Rejects with a `StartProblem`.
 */
export async function openSqliteCopy(file: string): Promise<SqliteStore> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-copy-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const forget = () => {
    process.off('exit', remove);
    remove();
  };
  try {
    const copy = join(folder, 'lineup.db');
    if (existsSync(file)) copyInto(file, copy);
    const store = await openSqliteStore(copy);
    return {
      ...store,
      async close() {
        await store.close();
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/** SQLite's result code for a full disk. */
const FULL = 13;

/** Copies a consistent database, also while a server writes to it. */
function copyInto(file: string, copy: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('pragma busy_timeout = 5000');
    database.prepare('vacuum into ?').run(copy);
  } catch (error) {
    const isFull = error instanceof Error && 'errcode' in error && error.errcode === FULL;
    throw asStartProblem(error, isFull ? copy : file);
  } finally {
    database?.close();
  }
}
