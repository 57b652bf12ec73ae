import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import { byId } from '../list/list.ts';
import { toMinutes } from '../time/clock-time.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';
import { uncoveredBy } from './uncovered.ts';

const seat = (shift: string, rotation: string) =>
  ({ type: 'shift.seat', shift, rotation, position: 'till', before: null }) as const;
const day = changed(
  buildLayout({
    dayStart: '4:00 AM',
    shifts: [buildShift('ana', '8:00 AM', '9:00 PM'), buildShift('bo', '8:00 AM', '9:00 PM')],
    rotations: [
      buildRotation('breakfast', '8:00 AM', '11:00 AM'),
      buildRotation('lunch', '11:00 AM', '2:00 PM'),
      buildRotation('dinner', '2:00 PM', '9:00 PM'),
    ],
  }),
  {
    type: 'batch',
    changes: [seat('ana', 'breakfast'), seat('ana', 'lunch'), seat('ana', 'dinner'), seat('bo', 'dinner')],
  },
);
const openAt = (layout: Layout, from: string, now = from) =>
  uncoveredBy(
    layout,
    byId(layout.shifts, 'ana') as Shift,
    { reason: 'sick', from, at: 0, by: null },
    toMinutes(now),
    readWords('en', 'actions'),
  );

test('[DB6] somebody who is out leaves open what nobody else is on, from then on, and each name once', () => {
  expect(openAt(day, '10:00 AM')).toBe('till, till (lunch)');
  expect(openAt(day, '2:00 PM'), 'Bo is there, too').toBe('');
});

test('[DB6] what is over is not called open, and a later rotation is named', () => {
  expect(openAt(day, '8:00 AM', '11:30 AM'), 'marked as a no-show at 11:30').toBe('till');
  expect(openAt(day, '8:00 AM', '7:00 AM')).toBe('till (breakfast), till (lunch)');
  const gone = changed(day, {
    ...{ type: 'shift.edit', shift: 'bo', startTime: '8:00 AM', endTime: '3:00 PM' },
  });
  expect(openAt(gone, '2:00 PM'), 'Bo is there until 3').toBe('');
  expect(openAt(gone, '3:00 PM'), 'Bo has left').toBe('till');
});

test('[DB6] of many positions four are named, and the others counted', () => {
  const names = ['till', 'grill', 'fryer', 'front', 'window', 'host'];
  const rotation = buildRotation('lunch', '10:00 AM', '2:00 PM', names);
  const subareas = rotation.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((position) => ({ ...position, seats: ['ana'] })),
  }));
  expect(openAt({ ...day, rotations: [{ ...rotation, subareas }] }, '11:00 AM')).toBe(
    'till, grill, fryer, front and 2 more',
  );
});
