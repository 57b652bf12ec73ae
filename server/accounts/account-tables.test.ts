import { expect, test } from 'vitest';
import { fromBoolean, fromInstant, toBoolean, toInstant } from './account-tables.ts';

test('booleans are understood as SQLite and as PostgreSQL return them', () => {
  expect([1, true].map(toBoolean)).toEqual([true, true]);
  expect([0, false, null].map(toBoolean)).toEqual([false, false, false]);
  expect([true, false].map((value) => toBoolean(fromBoolean(value)))).toEqual([true, false]);
});

test('instants are understood as SQLite and as PostgreSQL return them', () => {
  const instant = Date.UTC(2026, 10, 21, 17, 5, 0, 250);
  expect(toInstant('2026-11-21T17:05:00.250Z')).toBe(instant);
  expect(toInstant(new Date(instant))).toBe(instant);
  expect(toInstant(fromInstant(instant))).toBe(instant);
});
