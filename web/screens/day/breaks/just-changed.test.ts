import { expect, test } from 'vitest';
import { JustChanged } from './just-changed.ts';

test('[DV2] a press within 700 ms of a change was not meant for what is there now', () => {
  const changes = new JustChanged();
  changes.see('row', 'first place', 0);
  changes.see('row', 'first place', 2000);
  expect(changes.isFresh('row', 2000), 'still the same').toBe(false);
  changes.see('row', 'second place', 3000);
  expect(changes.isFresh('row', 3699)).toBe(true);
  expect(changes.isFresh('row', 3700)).toBe(false);
});

test('[DV2] a finger that was down already when something came under it meant what was there before', () => {
  const changes = new JustChanged();
  changes.see('slot', 'not taken', 0);
  changes.see('slot', 'started', 5000);
  expect(changes.isFresh('slot', 3000)).toBe(true);
});

test('[DV2] a change says nothing of other things', () => {
  const changes = new JustChanged();
  for (const [thing, state] of [
    ['one', 'a'],
    ['other', 'a'],
    ['one', 'b'],
  ] as const)
    changes.see(thing, state, state === 'a' ? 0 : 1000);
  expect(changes.isFresh('other', 1000)).toBe(false);
  expect(changes.isFresh('never seen', 1000)).toBe(false);
});
