import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorkTurns } from './work-turns.ts';

/** Turns with a clock that only work moves on. */
function start() {
  let now = 0;
  const turns = createWorkTurns(() => now);
  const done: string[] = [];
  return {
    turns,
    done,
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    async work(keys: readonly string[], cost: number): Promise<void> {
      await turns.take(keys, cost);
      now += cost;
      done.push(keys[0] ?? '');
    },
  };
}

test('[CH40] the lightest user comes first', async () => {
  const { done, work } = start();
  const works = [
    ...Array.from({ length: 5 }, () => work(['ann'], 30)),
    ...Array.from({ length: 2 }, () => work(['bob'], 30)),
  ];
  await Promise.all(works);
  expect(done).toEqual(['ann', 'bob', 'ann', 'bob', 'ann', 'ann', 'ann']);
  await Promise.all([work(['ann'], 30), work(['ann'], 30), work(['cy'], 30)]);
  expect(done.slice(7)).toEqual(['cy', 'ann', 'ann']);
});

test('[CH40] a team’s use counts for each of its people', async () => {
  const { done, work } = start();
  await work(['ann', 'harbor'], 500);
  await Promise.all([work(['amy', 'harbor'], 30), work(['abe', 'harbor'], 30), work(['bob', 'pier'], 40)]);
  expect(done).toEqual(['ann', 'bob', 'amy', 'abe']);
});

test('[CH40] a little work of somebody who used little needs no turn, and use is forgotten', async () => {
  const { turns, work, later } = start();
  expect(turns.take(['ann'], 1)).toBeUndefined();
  await work(['ann'], 100);
  await nextTurn();
  const waits = turns.take(['ann'], 1);
  expect(waits).toBeInstanceOf(Promise);
  await waits;
  later(30_000);
  expect(turns.take(['ann'], 1)).toBeUndefined();
});

test('of those who used little, whoever waits longest comes first', async () => {
  const { turns, done, work } = start();
  turns.count(['ann'], 10);
  await Promise.all([work(['cy'], 5), work(['ann'], 5), work(['bob'], 5)]);
  expect(done).toEqual(['cy', 'ann', 'bob']);
  expect(turns.heavyUse(['ann'])).toBe(0);
  turns.count(['ann'], 10);
  expect(turns.heavyUse(['ann'])).toBeGreaterThan(0);
});

test('long work waits for its first turn, and for another after each piece', async () => {
  const { turns, later } = start();
  const slice = turns.sliceFor(['ann']);
  await slice.yieldIfDue();
  expect(slice.yieldIfDue()).toBeUndefined();
  later(6);
  expect(slice.yieldIfDue()).toBeInstanceOf(Promise);
});

test('other work comes between slices of long work', async () => {
  const { done, work } = start();
  const all = Promise.all(Array.from({ length: 10 }, () => work(['ann'], 30)));
  await nextTurn();
  await nextTurn();
  expect(done.length).toBeLessThan(5);
  await all;
});
