import { expect, test, vi } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { createKnownList, knownList } from './use-list.tsx';

test('an answer that a newer question has overtaken is not shown', async () => {
  const list = createKnownList<string>();
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
  expect(list.shown.get()).toEqual({ rows: ['new'], error: undefined });
});

test('what fails is asked for once more; then its problem stands beside the rows that are known', async () => {
  vi.useFakeTimers();
  const list = createKnownList<string>();
  const told = vi.fn();
  list.shown.subscribe(told);
  await list.read(async () => done(['known']));
  const ask = vi.fn(async () => refuse('network-request-failed'));
  const read = list.read(ask);
  await vi.runAllTimersAsync();
  await read;
  expect(ask).toHaveBeenCalledTimes(2);
  expect(list.shown.get()).toEqual({
    rows: ['known'],
    error: { code: 'network-request-failed' },
  });
  expect(told).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('what a slow device has is shown when it comes, also beside the problem, and not over an answer', async () => {
  vi.useFakeTimers();
  const list = createKnownList<string>();
  let deviceAnswers: (rows: readonly string[]) => void = () => {};
  const device = () =>
    new Promise<readonly string[]>((resolve) => {
      deviceAnswers = resolve;
    });
  const read = list.read(async () => refuse('network-request-failed'), device);
  await vi.runAllTimersAsync();
  await read;
  expect(list.shown.get()).toMatchObject({ rows: undefined, error: { code: 'network-request-failed' } });
  deviceAnswers(['kept']);
  await vi.runAllTimersAsync();
  expect(list.shown.get()).toMatchObject({ rows: ['kept'], error: { code: 'network-request-failed' } });
  const later = createKnownList<string>();
  const lost = later.read(async () => refuse('network-request-failed'), device);
  await vi.runAllTimersAsync();
  await lost;
  await later.read(async () => done(['new']));
  deviceAnswers(['kept']);
  await vi.runAllTimersAsync();
  expect(later.shown.get().rows).toEqual(['new']);
  vi.useRealTimers();
});

test('while the network swallows a request, what the device has is shown, until the answer comes', async () => {
  vi.useFakeTimers();
  const list = createKnownList<string>();
  let answer: (rows: Outcome<readonly string[]>) => void = () => {};
  const asked = new Promise<Outcome<readonly string[]>>((resolve) => {
    answer = resolve;
  });
  const read = list.read(
    () => asked,
    async () => ['kept'],
  );
  await vi.runAllTimersAsync();
  expect(list.shown.get()).toEqual({ rows: ['kept'], error: undefined });
  answer(done(['new']));
  await read;
  expect(list.shown.get()).toEqual({ rows: ['new'], error: undefined });
  vi.useRealTimers();
});

test('rows that are not known yet stay so, whatever changes', () => {
  const list = createKnownList<string>();
  list.change(() => ['made up']);
  expect(list.shown.get().rows).toBeUndefined();
});

test('a list is kept for one person, and forgotten with the next', async () => {
  const client = {} as Client;
  const ofAna = knownList<string>(client, 'ana', 'members');
  await ofAna.read(async () => done(['ana@example.com']));
  expect(knownList(client, 'ana', 'members')).toBe(ofAna);
  expect(knownList(client, 'bo', 'members').shown.get().rows).toBeUndefined();
  expect(knownList(client, 'ana', 'members').shown.get().rows).toBeUndefined();
});

test('only the lists used last are kept: a board that is open for weeks asks for those of each day', () => {
  const client = {} as Client;
  const today = knownList(client, 'ana', 'day 0');
  const yesterday = knownList(client, 'ana', 'day 1');
  for (let day = 2; day < 60; day++) {
    knownList(client, 'ana', `day ${day}`);
    expect(knownList(client, 'ana', 'day 0')).toBe(today);
  }
  expect(knownList(client, 'ana', 'day 1')).not.toBe(yesterday);
});
