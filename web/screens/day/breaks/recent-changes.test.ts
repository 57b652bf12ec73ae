import { expect, test } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

test('[DV2] a press within 700 ms of a change is ignored', () => {
  const changes = new RecentChanges();
  changes.record('row', 'first place', 0);
  changes.record('row', 'first place', 2000);
  expect(changes.isRecent('row', 2000), 'state unchanged').toBe(false);
  changes.record('row', 'second place', 3000);
  expect(changes.isRecent('row', 3699)).toBe(true);
  expect(changes.isRecent('row', 3700)).toBe(false);
});

test('[DV2] a press that began before the change is ignored', () => {
  const changes = new RecentChanges();
  changes.record('slot', 'not taken', 0);
  changes.record('slot', 'started', 5000);
  expect(changes.isRecent('slot', 3000)).toBe(true);
});

test('[DV2] a change does not affect presses on other items', () => {
  const changes = new RecentChanges();
  for (const [thing, state] of [
    ['one', 'a'],
    ['other', 'a'],
    ['one', 'b'],
  ] as const)
    changes.record(thing, state, state === 'a' ? 0 : 1000);
  expect(changes.isRecent('other', 1000)).toBe(false);
  expect(changes.isRecent('never seen', 1000)).toBe(false);
});
