import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CardSlice, televisionPages } from './television-board.tsx';

const room = { width: 1354, height: 890 };
const rows = (page: readonly (readonly CardSlice[])[]) =>
  page.map((column) => column.reduce((sum, { from, to }) => sum + to - from, 0));

test('[PA2] whole subareas fill two columns, then up to four, then continue in the next', () => {
  expect(televisionPages([3, 2, 4], room).map(rows)).toEqual([[5, 4]]);
  expect(televisionPages([5, 6, 7, 4], room).map(rows)).toEqual([[5, 6, 7, 4]]);
  expect(televisionPages([3, 3, 6, 4], room).map(rows)).toEqual([[6, 6, 4]]);
  expect(televisionPages([40], room).map(rows)).toEqual([[10, 10, 10, 10]]);
  expect(televisionPages([60], room).map(rows)).toEqual([
    [8, 8, 8, 8],
    [8, 8, 8, 4],
  ]);
  expect(televisionPages([5], room).map(rows)).toEqual([[5]]);
});

test('[PA6] every line stands on one page, and every column has room for its own', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 300, max: 1200 }), (all, height) => {
      const pages = televisionPages(all, { width: 1354, height });
      const seen = all.map(() => 0);
      for (const column of pages.flat()) {
        for (const { subarea, from, to } of column) {
          expect(from).toBe(seen[subarea]);
          expect(to).toBeGreaterThan(from);
          seen[subarea] = to;
        }
        const tall = column.reduce(
          (sum, { from, to }) => sum + 52 + (to - from) * 78,
          12 * (column.length - 1),
        );
        expect(tall).toBeLessThanOrEqual(height);
      }
      expect(seen).toEqual(all.map((count) => Math.max(1, count)));
    }),
  );
});
