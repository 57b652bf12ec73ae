import { expect, test } from 'vitest';
import { parseSeeds, shareSeeds } from './explore-seeds.ts';

test('every seed is run once, by one of the processes', () => {
  for (const [count, processes] of [
    [1, 2],
    [7, 2],
    [8, 3],
    [2, 4],
  ] as const) {
    const seeds = shareSeeds({ first: 10, count }, processes).flatMap(
      ([first = 0, length = 0, distance = 0]) =>
        Array.from({ length }, (_, index) => first + index * distance),
    );
    expect(seeds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => 10 + index));
  }
});

test('seeds are given as whole numbers', () => {
  expect(parseSeeds(['--seeds', '5', '--first-seed', '100'])).toEqual({ first: 100, count: 5 });
  expect(parseSeeds([])).toEqual({ first: 1, count: 1_000 });
  expect(() => parseSeeds(['--seeds', 'many'])).toThrow('whole numbers');
});
