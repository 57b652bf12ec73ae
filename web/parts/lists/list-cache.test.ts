import { expect, test, vi } from 'vitest';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { createCachedList, createListCache } from './list-cache.ts';

test('an answer that a newer question has overtaken is not shown', async () => {
  const list = createCachedList<string>();
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

test('what fails is asked for once more; then its problem stands beside the rows that are known', async () => {
  vi.useFakeTimers();
  const list = createCachedList<string>();
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
    error: { code: 'network-request-failed' },
  });
  expect(told).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('what a slow device has is shown when it comes, also beside the problem, and not over an answer', async () => {
  vi.useFakeTimers();
  const list = createCachedList<string>();
  let deviceAnswers: (rows: readonly string[]) => void = () => {};
  const device = () =>
    new Promise<readonly string[]>((resolve) => {
      deviceAnswers = resolve;
    });
  const read = list.read(async () => refuse('network-request-failed'), device);
  await vi.runAllTimersAsync();
  await read;
  expect(list.shown()).toMatchObject({ rows: undefined, error: { code: 'network-request-failed' } });
  deviceAnswers(['kept']);
  await vi.runAllTimersAsync();
  expect(list.shown()).toMatchObject({ rows: ['kept'], error: { code: 'network-request-failed' } });
  const later = createCachedList<string>();
  const lost = later.read(async () => refuse('network-request-failed'), device);
  await vi.runAllTimersAsync();
  await lost;
  await later.read(async () => done(['new']));
  deviceAnswers(['kept']);
  await vi.runAllTimersAsync();
  expect(later.shown().rows).toEqual(['new']);
  vi.useRealTimers();
});

test('while the network swallows a request, what the device has is shown, until the answer comes', async () => {
  vi.useFakeTimers();
  const list = createCachedList<string>();
  let answer: (rows: Outcome<readonly string[]>) => void = () => {};
  const asked = new Promise<Outcome<readonly string[]>>((resolve) => {
    answer = resolve;
  });
  const read = list.read(
    () => asked,
    async () => ['kept'],
  );
  await vi.runAllTimersAsync();
  expect(list.shown()).toEqual({ rows: ['kept'], error: undefined });
  answer(done(['new']));
  await read;
  expect(list.shown()).toEqual({ rows: ['new'], error: undefined });
  vi.useRealTimers();
});

test('rows that are not known yet stay so, whatever changes', () => {
  const list = createCachedList<string>();
  list.change(() => ['made up']);
  expect(list.shown().rows).toBeUndefined();
});

test('a list is kept for one person, and forgotten with the next', async () => {
  const lists = createListCache();
  const ofAna = lists.of<string>('ana', 'members');
  await ofAna.read(async () => done(['ana@example.com']));
  expect(lists.of('ana', 'members')).toBe(ofAna);
  expect(lists.of('bo', 'members').shown().rows).toBeUndefined();
  expect(lists.of('ana', 'members').shown().rows).toBeUndefined();
  lists.forget(null);
  expect(lists.of('ana', 'members').shown().rows).toBeUndefined();
});

test('of so many lists the one that nobody asked for is forgotten first', async () => {
  const lists = createListCache();
  const first = lists.of<string>('ana', 'day 0');
  const second = lists.of<string>('ana', 'day 1');
  for (let day = 2; day < 100; day++) lists.of('ana', `day ${day}`);
  expect(lists.of('ana', 'day 0')).toBe(first);
  lists.of('ana', 'day 100');
  expect(lists.of('ana', 'day 0')).toBe(first);
  expect(lists.of('ana', 'day 1')).not.toBe(second);
});
