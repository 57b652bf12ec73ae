import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repeatWork } from '../periodic-work.ts';

/** ONCE may take so long to copy the folder after `pre-backup`, in milliseconds. */
const HOUR = 3_600_000;

const fileTime = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** ONCE calls nothing when it has copied the folder: what is left there is removed later. Returns how to stop. */
export function removeOldOnceCopies({
  dataDir,
  now,
  log,
}: {
  readonly dataDir: string;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}): () => Promise<void> {
  const copy = join(dataDir, 'once-backup.db');
  async function remove(): Promise<void> {
    const madeAt = fileTime(copy);
    if (madeAt !== null && madeAt + HOUR < now()) rmSync(copy, { force: true });
  }
  return repeatWork(remove, { first: 0, every: HOUR, logError: (error) => log.error(error) }).close;
}
