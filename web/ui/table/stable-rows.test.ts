import { expect, test } from 'vitest';
import { keepPlaces } from './stable-rows.ts';

const rows = (...names: string[]) => names.map((item) => ({ item, isGone: false }));
const kept = (before: string[], now: string[]) =>
  keepPlaces(rows(...before), now, (name) => name).map(({ item, isGone }) => (isGone ? `(${item})` : item));

test('[PA5] rows keep their places: what is gone leaves its own empty, what is new comes last', () => {
  expect(kept([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(kept(['a', 'b', 'c'], ['a', 'c'])).toEqual(['a', '(b)', 'c']);
  expect(kept(['b', 'd'], ['a', 'b', 'c', 'd'])).toEqual(['b', 'd', 'a', 'c']);
  expect(kept(['a', 'b'], ['b', 'a'])).toEqual(['a', 'b']);
});

test('[PA5] what comes back takes its own place again, and each row is as it is now', () => {
  const before = [{ item: { id: 'a', times: 'old' }, isGone: true }];
  expect(keepPlaces(before, [{ id: 'a', times: 'new' }], ({ id }) => id)).toEqual([
    { item: { id: 'a', times: 'new' }, isGone: false },
  ]);
});
