import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../../start-problem.ts';
import { asStartProblem, makeFolder } from '../sqlite.ts';
import { createFile, openExisting } from '../sqlite-file.ts';

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
export function copyDatabase(file: string, draft: string): void {
  // SQLite keeps the permissions of an empty file.
  writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
  vacuumInto(file, draft);
  const copy = openExisting(draft);
  try {
    copy.exec(`delete from meta where key in ('epoch', 'probe')`);
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
