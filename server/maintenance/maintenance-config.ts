import { resolve } from 'node:path';
import { StartProblem } from '../start-problem.ts';

/** Scheduled backups. */
export interface BackupConfig {
  readonly folder: string;
  readonly everyHours: number;
  /** How many are kept. */
  readonly keep: number;
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
  return {
    folder: resolve(folder),
    everyHours: parseNumber('BACKUP_EVERY', every ?? '24', [1, 720], 'hours'),
    keep: parseNumber('BACKUP_KEEP', keep ?? '14', [1, 1000], 'backups'),
  };
}

function parseNumber(name: string, text: string, [least, most]: [number, number], unit: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number >= least && number <= most) return number;
  throw new StartProblem(
    `${name} is “${text}”, but must be a whole number from ${least} to ${most} ${unit}.`,
  );
}
