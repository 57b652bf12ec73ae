import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { StartProblem } from '../start-problem.ts';

test('backups are made only where a folder is named', () => {
  expect(parseConfig({}).backups).toBeNull();
  expect(parseConfig({ BACKUP_DIR: 'copies' }).backups).toEqual({
    folder: resolve('copies'),
    everyHours: 24,
    keep: 14,
  });
  const all = { BACKUP_DIR: '/copies', BACKUP_EVERY: '6', BACKUP_KEEP: '40' };
  expect(parseConfig(all).backups).toEqual({ folder: '/copies', everyHours: 6, keep: 40 });
});

test.each([
  [{ BACKUP_EVERY: '6' }, 'BACKUP_EVERY is set, but BACKUP_DIR is not.'],
  [{ BACKUP_KEEP: '6' }, 'BACKUP_KEEP is set, but BACKUP_DIR is not.'],
  [
    { BACKUP_DIR: 'a', BACKUP_EVERY: '0' },
    'BACKUP_EVERY is “0”, but must be a whole number from 1 to 720 hours.',
  ],
  [{ BACKUP_DIR: 'a', BACKUP_EVERY: '1.5' }, 'BACKUP_EVERY is “1.5”'],
  [
    { BACKUP_DIR: 'a', BACKUP_KEEP: 'all' },
    'BACKUP_KEEP is “all”, but must be a whole number from 1 to 1000 backups.',
  ],
])('%o makes no sense, and says why', (env: Record<string, string>, sentence) => {
  expect(() => parseConfig(env)).toThrow(StartProblem);
  expect(() => parseConfig(env)).toThrow(sentence);
});

test('history is kept for a year, and breaks and seats for ever, unless the operator says otherwise', () => {
  expect(parseConfig({}).history).toEqual({ breaksAndSeats: null, others: 365 });
  const days = { HISTORY_DAYS: 'forever', HISTORY_DAYS_BREAKS: '1000' };
  expect(parseConfig(days).history).toEqual({ breaksAndSeats: 1000, others: null });
  for (const text of ['29', '0', 'never', '1.5']) {
    expect(() => parseConfig({ HISTORY_DAYS: text })).toThrow(
      `HISTORY_DAYS is “${text}”, but must be a whole number from 30 to 36500 days, or “forever”.`,
    );
  }
});
