import { statSync } from 'node:fs';
import { copiedKey, lastStoredAt } from './backups.ts';
import { loadMeta } from './lost-database.ts';

/** ONCE may take so long to copy the folder after `pre-backup`, in milliseconds: what people do meanwhile is only in the database. */
const HOUR = 3_600_000;

const say = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Why the copy that `pre-backup` made must not replace the database beside it: the folder was copied again later, without
 * `pre-backup`. Null if it may, also because the database can't be read.
 */
function whyOlder(copy: string, database: string): string | null {
  const madeAt = Number(loadMeta(copy, copiedKey) ?? statSync(copy).mtimeMs);
  const last = lastStoredAt(database);
  // An entry that a wrong clock dated ahead is in both.
  const known = Math.max(madeAt + HOUR, lastStoredAt(copy) ?? 0);
  if (last === null || last <= known) return null;
  return (
    `${copy} is from ${say(madeAt)}, and ${database} has entries up to ${say(last)}, so nothing was changed. ` +
    `Delete ${copy} to go on with ${database}, or ${database} to go back to the copy.`
  );
}

// For `deploy/hooks/post-restore`, with the copy and the database that it would replace.
const [copy = '', database = ''] = process.argv.slice(2);
const problem = whyOlder(copy, database);
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
