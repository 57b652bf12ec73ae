import { expect, test, vi } from 'vitest';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import { createKeptList } from './kept-list.ts';

test('an answer that a newer question has overtaken is not shown', async () => {
  const list = createKeptList<string>();
  let answerLate: (rows: Outcome<readonly string[]>) => void = () => {};
  const late = list.read(
    () =>
      new Promise((resolve) => {
        answerLate = resolve;
      }),
  );
  await list.read(async () => done(['new']));
  answerLate(done(['old']));
  await late;
  expect(list.shown()).toEqual({ rows: ['new'], error: undefined });
});

test('what fails is asked for once more; then its sentence stands beside the rows that are known', async () => {
  vi.useFakeTimers();
  const list = createKeptList<string>();
  const told = vi.fn();
  list.watch(told);
  await list.read(async () => done(['known']));
  const ask = vi.fn(async () => refuse('network-request-failed'));
  const read = list.read(ask);
  await vi.runAllTimersAsync();
  await read;
  expect(ask).toHaveBeenCalledTimes(2);
  expect(list.shown()).toEqual({
    rows: ['known'],
    error: 'Can’t reach Lineup. Check your connection and try again.',
  });
  expect(told).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('rows that are not known yet stay so, whatever changes', () => {
  const list = createKeptList<string>();
  list.change(() => ['made up']);
  expect(list.shown().rows).toBeUndefined();
});
