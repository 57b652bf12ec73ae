import { expect, test } from 'vitest';
import { nearDays, typedDays } from './entries.ts';

const today = '2026-11-21';

test.each([
  ['11/28', '2026-11-28'],
  ['11/1', '2026-11-01'],
  ['1/5', '2027-01-05'],
  ['2/29', '2028-02-29'],
  ['11/28/25', '2025-11-28'],
  ['11/28/2025', '2025-11-28'],
  ['28.11.', '2026-11-28'],
  ['28.11.2027', '2027-11-28'],
  ['Nov 28', '2026-11-28'],
  ['december 1, 2026', '2026-12-01'],
  ['2026-12-24', '2026-12-24'],
  ['13/40', undefined],
  ['11', undefined],
  ['foo 3', undefined],
])('[KB3] %s is %s', (typed, date) => {
  expect(typedDays(typed, today)[0]?.date).toBe(date);
});

test('[KB3] the days of a week have names', () => {
  const days = nearDays(today);
  expect(days.map(({ date }) => date)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-20',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
  ]);
  expect(days.slice(0, 4).map(({ label }) => label)).toEqual([
    'Today, Saturday 11/21/2026',
    'Tomorrow, Sunday 11/22/2026',
    'Yesterday, Friday 11/20/2026',
    'Monday 11/23/2026',
  ]);
});
