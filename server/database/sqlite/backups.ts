import {
  existsSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../start-problem.ts';
import type { DatabaseStore } from '../store.ts';
import { asStartProblem, makeFolder, openSqliteStore } from './sqlite.ts';
import {
  claim,
  createFile,
  isBusy,
  nameDraft,
  openExisting,
  removeDraft,
  replacedName,
  syncFile,
  syncFolder,
} from './sqlite-file.ts';
import { lock } from './sqlite-lock.ts';

/** When a copy was made, in milliseconds: the time of a file may be lost when it is moved. */
export const copiedKey = 'copied-at';

/** SQLite's result code for a full disk. */
const FULL = 13;

/**
 * Writes a complete copy of a database to a new file, also while a server writes to it. The file appears only when it is
 * complete, checked, and on the disk. Rejects with a `StartProblem`.
 */
export async function makeBackup(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw alreadyThere(target);
  makeFolder(dirname(target));
  const isNew = await createFile(target, async (draft) => copyDatabase(file, draft));
  if (!isNew) throw alreadyThere(target);
}

const alreadyThere = (target: string) =>
  new StartProblem(`${target} exists already. A backup never overwrites a file.`);

/**
 * The copy is a history of its own: without an epoch, which it gets when it is first opened. Pages that know later versions
 * than the copy then load everything again.
 */
function copyDatabase(file: string, draft: string): void {
  // SQLite keeps the permissions of an empty file.
  writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
  vacuumInto(file, draft);
  const copy = openExisting(draft);
  try {
    copy.exec(`delete from meta where key in ('epoch', 'probe')`);
    copy.prepare('insert or replace into meta (key, value) values (?, ?)').run(copiedKey, String(Date.now()));
    const found = copy.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (found !== 'ok') throw new StartProblem(`The database ${file} is damaged: ${found}`);
  } catch (error) {
    throw asStartProblem(error, file);
  } finally {
    copy.close();
  }
}

function vacuumInto(file: string, draft: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(file);
    database.exec('pragma busy_timeout = 5000');
    checkRoom(database, draft);
    database.prepare('vacuum into ?').run(draft);
  } catch (error) {
    const isFull = error instanceof Error && 'errcode' in error && error.errcode === FULL;
    throw asStartProblem(error, isFull ? draft : file);
  } finally {
    database?.close();
  }
}

/** When something was last stored in a file, in milliseconds; null for one that is empty or can't be read. */
export function lastStoredAt(file: string): number | null {
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(file, { readOnly: true });
    const { at } =
      database
        .prepare(`select max(at) as at from (
          select max(at) as at from changes union all
          select max(last_at) from packs union all
          select max(at) from security_log)`)
        .get() ?? {};
    return typeof at === 'number' ? at : null;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** A backup that cannot be completed should not fill the disk first. */
function checkRoom(database: DatabaseSync, draft: string): void {
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  const needed = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  const { bavail, bsize } = statfsSync(dirname(draft));
  const free = bavail * bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  throw new StartProblem(
    `${dirname(draft)} has ${megabytes(free)} of free space, but the copy needs ${megabytes(needed)}.`,
  );
}

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

/**
 * Opens a store on a temporary copy of a file, or an empty one if the file doesn't exist. The file itself never changes;
 * the copy is deleted when it is closed or when the process ends. Rejects with a `StartProblem`.
 */
export async function openSqliteCopy(file: string): Promise<DatabaseStore> {
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
