import { expect, test } from 'vitest';
import { keptText } from './history.tsx';

const now = Date.parse('2026-11-21T17:00:00Z');
const daysAgo = (days: number) => [{ at: now - days * 86_400_000 }];
const textOf = (days: number, breaksAndSeats: number | null, others: number | null) =>
  keptText({ entries: daysAgo(days), keptDays: { breaksAndSeats, others } }, now, 'America/Chicago');

test('the end of a long history says from when on changes are kept', () => {
  expect(textOf(400, null, null)).toBe('');
  expect(textOf(300, null, 365)).toBe('');
  expect(textOf(400, null, 365)).toBe('Changes are kept since 11/21/2025; of breaks and assignments, all.');
  expect(textOf(900, 730, 365)).toBe(
    'Changes are kept since 11/21/2025; of breaks and assignments, those since 11/21/2024.',
  );
  expect(keptText({ entries: daysAgo(400), keptDays: undefined }, now, 'America/Chicago')).toBe('');
});
