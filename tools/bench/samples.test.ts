import { afterEach, expect, test, vi } from 'vitest';
import { compare, quantile, reportOthers } from './samples.ts';

afterEach(() => {
  process.exitCode = undefined;
});

test('systems are compared by the median of the ratios of their pairs', () => {
  const pairs = [
    { base: 1, ours: 3 },
    { base: 2, ours: 4 },
    { base: 4, ours: 4 },
  ];
  const samples = pairs.flatMap(({ base, ours }) => [
    { about: 'ms', system: 'floor', value: base },
    { about: 'ms', system: 'lineup', value: ours },
    { about: 'only ours', system: 'lineup', value: 9 },
  ]);
  expect(compare(samples, 'floor', 'lineup')).toEqual([['ms', '2.0', '4.0', '2.00x']]);
});

test('a quantile lies between two values where it falls between them', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
});

test('a run is void when other programs used more than 5 % of the machine', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  reportOthers([0.01, 0.05]);
  expect(process.exitCode).toBeUndefined();
  reportOthers([0.01, 0.06]);
  expect(process.exitCode).toBe(1);
  expect(log.mock.calls.at(-1)?.[0]).toMatch(/void.* 6\.0 %/);
  log.mockRestore();
});
