import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from './id.ts';

/** Files from earlier versions may be readable by others. What is missing, or another account's, stays as it is. */
export function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.uid !== process.getuid?.() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // Some file systems have no permissions.
  }
}

/** Creates a folder, and those it is in, if it is missing. Throws if it can't be written to. */
export function makeWritableFolder(folder: string): void {
  create(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

/** Node's recursive mkdir never returns where a folder refuses to hold others, as in /proc or under an automounter. */
function create(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (!found && dirname(folder) !== folder) create(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Writes a temporary file beside `file`, synced to the disk and readable only by its owner. Returns its path. */
export async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${newId()}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}
