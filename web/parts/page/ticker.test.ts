import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTicks } from './ticker.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('timers share one interval of 500 ms', () => {
  const calls: string[] = [];
  const ends = ['a', 'b', 'c'].map((name) => watchTicks(() => calls.push(name)));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(499);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['a', 'b', 'c']);

  ends[0]?.();
  vi.advanceTimersByTime(500);
  expect(calls.slice(3)).toEqual(['b', 'c']);

  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});

test('a timer that leaves during a tick does not keep the others from theirs', () => {
  const calls: string[] = [];
  const end = watchTicks(() => end());
  const endOther = watchTicks(() => calls.push('other'));
  vi.advanceTimersByTime(500);
  expect(calls).toEqual(['other']);
  endOther();
});
