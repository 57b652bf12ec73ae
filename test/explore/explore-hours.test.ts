import { expect, test } from 'vitest';
import { runsOf } from './explore-hours.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

test('the journeys are looked at in every hour, zone and day, and each of them in each zone on each day', () => {
  const runs = runsOf({ hours, whole: false });
  expect(new Set(runs.map(({ now, zone }) => `${now} ${zone}`)).size).toBe(24 * 3 * 2);
  const ofOne = runs.filter(({ shard }) => shard === '5/24');
  expect(new Set(ofOne.map(({ now, zone }) => `${zone} ${now.slice(0, 7)}`)).size).toBe(6);
  const inChicago = ofOne.map(({ now }) =>
    new Date(now).toLocaleTimeString('en-US', { timeZone: 'America/Chicago', hour: 'numeric' }),
  );
  expect(new Set(inChicago).size, 'hours at which one journey is looked at').toBeGreaterThanOrEqual(5);
});

test('a whole exploration runs all journeys each time', () => {
  expect(runsOf({ hours: [5], whole: true }).every(({ shard }) => shard === undefined)).toBe(true);
});
