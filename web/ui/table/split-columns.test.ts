import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitColumns } from './columns.tsx';

test('the tallest column is as short as can be, and items keep their order', () => {
  expect(splitColumns([6, 7, 8, 5], 2)).toEqual([2, 2]);
  expect(splitColumns([6, 7, 8, 5], 3)).toEqual([1, 1, 2]);
  expect(splitColumns([1, 1, 1, 9], 2)).toEqual([3, 1]);
  expect(splitColumns([3, 3], 4)).toEqual([1, 1]);
  expect(splitColumns([], 3)).toEqual([]);
  expect(splitColumns([3], 0)).toEqual([]);
});

test('every column has an item, and each item a column, no shorter way being there', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 4 }), (all, count) => {
      const lengths = splitColumns(all, count);
      expect(lengths).toHaveLength(Math.min(count, all.length));
      expect(lengths.every((length) => length > 0)).toBe(true);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(all.length);
      expect(tallest(all, lengths)).toBe(
        Math.min(...everyWay(all.length, lengths.length).map((way) => tallest(all, way))),
      );
    }),
  );
});

function tallest(sizes: readonly number[], lengths: readonly number[]): number {
  let from = 0;
  return Math.max(
    ...lengths.map((length) => {
      from += length;
      return sizes.slice(from - length, from).reduce((sum, size) => sum + size, 0);
    }),
  );
}

function everyWay(items: number, columns: number): number[][] {
  if (columns === 1) return [[items]];
  return Array.from({ length: items - columns + 1 }, (_, index) => index + 1).flatMap((length) =>
    everyWay(items - length, columns - 1).map((rest) => [length, ...rest]),
  );
}
