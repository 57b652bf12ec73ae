import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../../start-problem.ts';
import { makeFolder } from '../sqlite.ts';
import {
  claim,
  isBusy,
  nameDraft,
  openExisting,
  removeDraft,
  replacedName,
  syncFile,
  syncFolder,
} from '../sqlite-file.ts';
import { lock } from '../sqlite-lock.ts';
import { copyDatabase } from './make-backup.ts';

/**
 * Puts a copy of a backup in the place of a database that no server uses, and keeps the replaced one. Returns its new
 * name, or null if there was none. Whenever the process ends, the path leads to the whole old database, to the whole
 * new one, or to nothing, which the server refuses to start with. Rejects with a `StartProblem`.
 */
export async function restoreBackup(backup: string, file: string, now: number): Promise<string | null> {
  if (!existsSync(backup)) throw new StartProblem(`There is no file ${backup}.`);
  makeFolder(dirname(file));
  const release = lock(file);
  const draft = nameDraft(file);
  try {
    copyDatabase(backup, draft);
    syncFile(draft);
    return replace(file, draft, replacedName(file, now));
  } finally {
    removeDraft(draft);
    release();
  }
}

function replace(file: string, draft: string, aside: string): string | null {
  const isThere = existsSync(file);
  // SQLite removes the log of a file that it finds empty, so it gets its second name first.
  if (existsSync(`${file}-wal`)) linkSync(`${file}-wal`, `${aside}-wal`);
  if (isThere && isSettled(file)) {
    linkSync(file, aside);
    rmSync(`${aside}-wal`, { force: true });
    syncFolder(file);
  } else {
    // The log of a database that can't be opened must not become a part of the new one.
    if (isThere) renameSync(file, aside);
    syncFolder(file);
    rmSync(`${file}-wal`, { force: true });
  }
  rmSync(`${file}-shm`, { force: true });
  renameSync(draft, file);
  syncFolder(file);
  return isThere ? aside : null;
}

/** Copies the log into the file. False if that isn't possible, because the database is damaged. */
function isSettled(file: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(file);
    claim(database);
    database.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (isBusy(error)) {
      throw new StartProblem(`The database ${file} is in use by another program.`, { cause: error });
    }
    return false;
  } finally {
    database?.close();
  }
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
}
