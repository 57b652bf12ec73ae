import { resolve } from 'node:path';
import { parseNumber, StartProblem } from '../start-problem.ts';

export interface BackupConfig {
  readonly folder: string;
  readonly everyHours: number;
  readonly keep: number;
}

/** For how many days the contents of changes are kept; null for ever. */
export interface HistoryConfig {
  /** Of changes to breaks and to who is where. */
  readonly breaksAndSeats: number | null;
  /** Of all others. */
  readonly others: number | null;
}

type Given = (name: string) => string | null;

/** Throws `StartProblem` with a sentence that names the variable. */
export function parseBackups(given: Given): BackupConfig | null {
  const folder = given('BACKUP_DIR');
  const [every, keep] = [given('BACKUP_EVERY'), given('BACKUP_KEEP')];
  if (folder === null) {
    if (every === null && keep === null) return null;
    throw new StartProblem(
      `${every === null ? 'BACKUP_KEEP' : 'BACKUP_EVERY'} is set, but BACKUP_DIR is not. Set it to the folder for backups.`,
    );
  }
  if (given('DATABASE_URL') !== null) {
    throw new StartProblem(
      'BACKUP_DIR is for a database in DATA_DIR. With DATABASE_URL, use the backups of PostgreSQL and unset BACKUP_DIR.',
    );
  }
  return {
    folder: resolve(folder),
    everyHours: parseNumber('BACKUP_EVERY', every ?? '24', [1, 720], ' hours'),
    keep: parseNumber('BACKUP_KEEP', keep ?? '14', [1, 1000], ' backups'),
  };
}

/** Throws `StartProblem` with a sentence that names the variable. */
export const parseHistory = (given: Given): HistoryConfig => ({
  breaksAndSeats: parseDays('HISTORY_DAYS_BREAKS', given('HISTORY_DAYS_BREAKS') ?? 'forever'),
  others: parseDays('HISTORY_DAYS', given('HISTORY_DAYS') ?? '365'),
});

function parseDays(name: string, text: string): number | null {
  if (text === 'forever') return null;
  return parseNumber(name, text, [30, 36_500], ' days, or “forever”');
}
