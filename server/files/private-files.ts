import { chmodSync, statSync } from 'node:fs';

/**
 * Leaves a file or folder to the account of the server alone. Files from earlier versions, or copied by hand, may be readable
 * by others. What is missing, or belongs to another account, stays as it is.
 */
export function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.uid !== process.getuid?.() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // Some file systems have no permissions.
  }
}
