import { expect, test } from 'vitest';
import { rowPages } from './row-pages.ts';

const rows = (count: number) => Array.from({ length: count }, () => 10);

test('[PA6] a page has only whole rows; the last page is filled up with rows of the one before', () => {
  expect(rowPages(rows(3), 30)).toEqual([{ from: 0, to: 3 }]);
  expect(rowPages(rows(7), 30)).toEqual([
    { from: 0, to: 3 },
    { from: 3, to: 6 },
    { from: 4, to: 7 },
  ]);
  expect(rowPages([10, 50, 10], 30), 'a row taller than the page').toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ]);
  expect(rowPages([], 30)).toEqual([]);
});
