import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { clientMessage } from './live.ts';
import { createTeam } from './teams.ts';

/** A list that counts how many of its items were read. */
function watched(length: number, member: unknown): { list: unknown[]; looked: () => number } {
  let looked = 0;
  const list = new Proxy(Array<unknown>(length), {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || !/^\d+$/.test(key)) return Reflect.get(target, key, receiver);
      looked += 1;
      return member;
    },
  });
  return { list, looked: () => looked };
}

test.each<[string, unknown, (list: unknown[]) => unknown]>([
  ['the steps of a batch', {}, (changes) => ({ type: 'batch', changes })],
  ['the runs of notes', { insert: 'a' }, (next) => ({ type: 'notes.edit', base: [], next })],
  [
    'the shifts of a review',
    'a',
    (remove) => ({ type: 'schedule.take', remove, edit: [], add: [], remember: [], forget: [] }),
  ],
])('%s are counted before any of them is checked', (_, member, changeOf) => {
  const { list, looked } = watched(20_000, member);
  const sent = { type: 'change', team: 't', document: 'd', id: 'c', change: changeOf(list) };
  expect(z.safeParse(clientMessage, sent).success).toBe(false);
  expect(looked()).toBe(0);
});

test('the areas of a new team are counted too', () => {
  const { list, looked } = watched(20_000, 'Area');
  const form = { name: 'A', areas: list, breakMinMinutes: 1, breakTimerMinutes: 1 };
  expect(z.safeParse(createTeam.body, { ...form, dayStart: '', timeZone: '', sample: false }).success).toBe(
    false,
  );
  expect(looked()).toBe(0);
});
