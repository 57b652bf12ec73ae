import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { newId } from '../../id.ts';

/** Identifies a file, whatever its path is. */
interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** What happened to a database whose path no longer leads to the file that is open. */
export class DatabaseMoved extends Error {
  readonly code = 'ERR_SQLITE_MOVED';

  constructor(file: string) {
    super(
      `The database ${file} was replaced or removed while the server was running. Nothing is saved until it is put back or the server is restarted.`,
    );
  }
}

export function identityOf(file: string): FileIdentity | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? { dev: found.dev, ino: found.ino } : null;
}

export const isSameFile = (one: FileIdentity | null, other: FileIdentity | null): boolean =>
  one !== null && other !== null && one.dev === other.dev && one.ino === other.ino;

/** Throws unless the path still leads to that file. What is written to another one is lost. */
export function checkInPlace(file: string, opened: FileIdentity): void {
  if (!isSameFile(identityOf(file), opened)) throw new DatabaseMoved(file);
}

/** Opens an existing file: SQLite by itself would create an empty database in place of a missing one. */
export function openExisting(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', options.readOnly ? 'ro' : 'rw');
  return new DatabaseSync(url, options);
}

/** Takes the whole database, or fails if another program has it open. */
export const claim = (database: DatabaseSync): void =>
  database.exec('pragma locking_mode = exclusive; begin immediate; select key from meta; commit');

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;

export const replacedName = (file: string, now: number): string =>
  `${file}.replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

/**
 * Makes a new file with `fill`, which gets the path of a draft in the same folder. The file appears whole or not at all,
 * and an existing one is never overwritten: then this returns false.
 */
export async function createFile(file: string, fill: (draft: string) => Promise<void>): Promise<boolean> {
  const draft = nameDraft(file);
  try {
    await fill(draft);
    syncFile(draft);
    linkSync(draft, file);
    syncFolder(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    removeDraft(draft);
  }
}

/** A name for a draft of a file, in its folder. Removes drafts of it whose process was killed: each is as large as the database. */
export function nameDraft(file: string): string {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const [, of, pid] = /^(.+)\.(\d+)-[\w-]{22}\.part(?:-journal|-wal|-shm)?$/.exec(name) ?? [];
    if (of === basename(file) && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
  return `${file}.${process.pid}-${newId()}.part`;
}

export function removeDraft(draft: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account runs, too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Waits until a file is on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until the names in a file's folder are on the disk. Windows has no such call. */
export function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
