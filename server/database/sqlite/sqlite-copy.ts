import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from './backup/make-backup.ts';
import { openSqliteStore, type SqliteStore } from './sqlite.ts';

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
    if (existsSync(file)) copyDatabase(file, copy);
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
