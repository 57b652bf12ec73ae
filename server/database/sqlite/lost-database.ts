import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { describeMove, leftKey, type Move } from '../moving/place.ts';
import { openExisting } from './sqlite-file.ts';

export const movedName = (file: string, at: number): string =>
  `${file}.moved-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;

/** The folder in which a file is prepared that data is moved to. */
export const movingFolder = (file: string): string => `${file}.moving`;

interface FoundMove {
  readonly move: Move;
  readonly kept: string;
}

export function findMove(file: string): FoundMove | null {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return null;
  const moved = `${basename(file)}.moved-`;
  const newest = readdirSync(folder)
    .filter((name) => name.startsWith(moved) && !/-(wal|shm|journal)$/.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  const kept = join(folder, newest);
  const text = loadMeta(kept, leftKey);
  return text === null ? null : { kept, move: JSON.parse(text) as Move };
}

/** A value of the table `meta`; null without one, and for a file that can't be read. */
export function loadMeta(file: string, key: string): string | null {
  try {
    const database = openExisting(file, { readOnly: true });
    try {
      const row = database.prepare('select value from meta where key = ?').get(key);
      return row ? String(row.value) : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

export const sentenceOf = (file: string, { move, kept }: FoundMove): string =>
  `The data of ${file} was ${describeMove(move)}. Set DATABASE_URL to use it there. To go on with what was here then, without later changes, rename ${kept} to ${basename(file)}.`;

/** Throws a `StartProblem` for a file whose data was moved to another database. */
export function refuseMoved(file: string): void {
  const found = findMove(file);
  if (found) throw new StartProblem(sentenceOf(file, found));
}

/** Throws a `StartProblem` for what is left of a database: a server on a new one would look as if all data were gone. */
export function refuseLostDatabase(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.size === 0) {
    throw new StartProblem(
      `The database ${file} is empty (0 bytes). Restore a backup with “npm run lineup -- restore”, or remove the file to start without data.`,
    );
  }
  if (found) return;
  if (existsSync(movingFolder(file))) {
    throw new StartProblem(
      `A move to ${file} did not finish. Run “npm run lineup -- move-to sqlite” again, with the DATABASE_URL that was being moved.`,
    );
  }
  refuseMoved(file);
  const trace = tracesOf(file);
  if (trace === undefined) return;
  throw new StartProblem(
    `The database ${file} is missing, but ${basename(trace)} is there. Put the database back, or restore a backup with “npm run lineup -- restore”. To start without data, move ${trace} to another folder.`,
  );
}

/** A database that was here has left one of these behind. */
function tracesOf(file: string): string | undefined {
  const folder = dirname(file);
  const wal = `${file}-wal`;
  if ((statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0) return wal;
  const names = ['replaced-', 'moved-'].map((what) => `${basename(file)}.${what}`);
  const found = readdirSync(folder).find(
    (name) => name === 'secret' || names.some((each) => name.startsWith(each)),
  );
  return found && join(folder, found);
}
