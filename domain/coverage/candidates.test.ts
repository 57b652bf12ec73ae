import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import type { Layout } from '../layout/layout.ts';
import type { Rotation } from '../rotation/rotation.ts';
import { candidatesFor } from './candidates.ts';

const positions = (seats: Readonly<Record<string, readonly string[]>>) => [
  {
    id: 'kitchen',
    name: 'Kitchen',
    positions: Object.entries(seats).map(([name, seated]) => ({ id: name, name, seats: [...seated] })),
  },
];
const lunch: Rotation = {
  ...buildRotation('lunch', '11:00 AM', '2:00 PM'),
  subareas: positions({ Fries: [], Grill: ['alone'], Bagger: ['one', 'other'] }),
};
const breakfast: Rotation = {
  ...buildRotation('breakfast', '6:00 AM', '11:00 AM'),
  subareas: positions({ fries: ['knows'] }),
};
const noon = { minute: 12 * 60, now: 1_000_000 };
const onBreak = [{ startedAt: 999_000, startedBy: null, endedAt: null, endedBy: null }];
const day: Layout = buildLayout({
  dayStart: '4:00 AM',
  breakTimerMinutes: 30,
  shifts: [
    buildShift('alone', '8:00 AM', '4:00 PM'),
    buildShift('comes', '1:00 PM', '9:00 PM'),
    buildShift('gone', '6:00 AM', '11:30 AM'),
    buildShift('knows', '6:00 AM', '1:00 PM'),
    buildShift('leaves', '8:00 AM', '1:00 PM'),
    buildShift('one', '8:00 AM', '4:00 PM'),
    buildShift('other', '8:00 AM', '4:00 PM'),
    buildShift('out', '8:00 AM', '4:00 PM', { out: { reason: 'sick', from: '9:00 AM', at: 0, by: null } }),
    buildShift('rests', '8:00 AM', '4:00 PM', { breaks: onBreak }),
    buildShift('sometime', '8:00 AM', '4:00 PM', { late: { expected: null, at: 0, by: null } }),
    buildShift('stays', '8:00 AM', '4:00 PM'),
  ],
  rotations: [breakfast, lunch],
});
const fries = lunch.subareas[0]?.positions[0] ?? { id: '', name: '', seats: [] };

test('[DB16] who leaves nothing open comes first, then who is here, knows the position, and stays longest', () => {
  const found = candidatesFor(day, lunch, fries, noon);
  expect(found.map(({ person }) => person.shift.id)).toEqual([
    ...['knows', 'stays', 'leaves', 'one', 'other', 'rests', 'comes'],
    'alone',
  ]);
  expect(found.map(({ from }) => from?.name ?? '').filter(Boolean)).toEqual(['Bagger', 'Bagger', 'Grill']);
  expect(found.filter(({ leavesOpen }) => leavesOpen).map(({ from }) => from?.name)).toEqual(['Grill']);
});

test('[DB16] who stands beside somebody who isn’t there leaves the position open', () => {
  const without = { ...day, shifts: day.shifts.filter(({ id }) => id !== 'other') };
  const one = candidatesFor(without, lunch, fries, noon).find(({ person }) => person.shift.id === 'one');
  expect(one?.leavesOpen).toBe(true);
});
