import { expect, test } from 'vitest';
import { createExpiringCache } from './oidc-sign-in.ts';

function counting(fails: () => boolean = () => false) {
  const loads: string[] = [];
  let now = 0;
  const cache = createExpiringCache({
    life: 100,
    most: 2,
    clock: () => now,
    load: async (key) => {
      loads.push(key);
      if (fails()) throw new Error('down');
      return loads.length;
    },
  });
  return { cache, loads, pass: (milliseconds: number) => (now += milliseconds) };
}

test('what was loaded is shared by callers at the same time, and kept for a while', async () => {
  const { cache, loads, pass } = counting();
  expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual([1, 1]);
  pass(99);
  expect(await cache.get('a')).toBe(1);
  pass(1);
  expect(await cache.get('a')).toBe(2);
  cache.forget('a');
  await cache.get('a');
  expect(loads).toEqual(['a', 'a', 'a']);
});

test('a failure is shared by callers at the same time, and not kept', async () => {
  let isDown = true;
  const { cache, loads } = counting(() => isDown);
  const both = await Promise.allSettled([cache.get('a'), cache.get('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loads).toHaveLength(1);
  isDown = false;
  expect(await cache.get('a')).toBe(2);
});

test('only so many are kept', async () => {
  const { cache, loads } = counting();
  for (const key of ['a', 'b', 'c', 'b', 'a']) await cache.get(key);
  expect(loads).toEqual(['a', 'b', 'c', 'a']);
});
