import { expect, test } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

test('[DV2] a press within 700 ms of a change was not meant for what is there now', () => {
  const changes = new RecentChanges();
  changes.see('row', 'first place', 0);
  changes.see('row', 'first place', 2000);
  expect(changes.isRecent('row', 2000), 'still the same').toBe(false);
  changes.see('row', 'second place', 3000);
  expect(changes.isRecent('row', 3699)).toBe(true);
  expect(changes.isRecent('row', 3700)).toBe(false);
});

test('[DV2] a finger that was down already when something came under it meant what was there before', () => {
  const changes = new RecentChanges();
  changes.see('slot', 'not taken', 0);
  changes.see('slot', 'started', 5000);
  expect(changes.isRecent('slot', 3000)).toBe(true);
});

test('[DV2] a change says nothing of other things', () => {
  const changes = new RecentChanges();
  for (const [thing, state] of [
    ['one', 'a'],
    ['other', 'a'],
    ['one', 'b'],
  ] as const)
    changes.see(thing, state, state === 'a' ? 0 : 1000);
  expect(changes.isRecent('other', 1000)).toBe(false);
  expect(changes.isRecent('never seen', 1000)).toBe(false);
});
