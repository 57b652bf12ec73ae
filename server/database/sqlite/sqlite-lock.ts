import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../start-problem.ts';
import type { DatabaseStore } from '../store.ts';
import { makeFolder, openSqliteStore } from './sqlite.ts';
import { claim, isBusy, openExisting } from './sqlite-file.ts';

/** Another server has the database. */
export class InUse extends StartProblem {
  constructor(file: string, cause: unknown) {
    super(`The database ${file} is in use by another Lineup, or cannot be locked.`, { cause });
  }
}

/** A second server wouldn't know what the first sends to its pages. Rejects with a `StartProblem`. */
export async function openLockedSqliteStore(file: string): Promise<DatabaseStore> {
  makeFolder(dirname(file));
  // A server whose lock somebody removed still has the database open.
  if (existsSync(file) && !existsSync(`${file}-lock`)) refuseOpen(file);
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
    throw new InUse(file, error);
  }
  return () => holder.close();
}

/** Throws if a program has the database open. What else is wrong with it shows later. */
function refuseOpen(file: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(file);
    claim(database);
  } catch (error) {
    if (isBusy(error)) throw new InUse(file, error);
  } finally {
    database?.close();
  }
}
