import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import type { Layout } from '../layout/layout.ts';
import { byId } from '../list/list.ts';
import type { Shift } from '../shift/shift.ts';
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
const openAt = (layout: Layout, from: string) =>
  uncoveredBy(layout, byId(layout.shifts, 'ana') as Shift, { reason: 'sick', from, at: 0, by: null });

test('[DB6] somebody who is out leaves open what nobody else is on, from then on, and each name once', () => {
  const till = day.rotations[1]?.subareas[0]?.positions.find(({ id }) => id === 'till')?.name;
  expect(openAt(day, '10:00 AM')).toBe(till);
  expect(openAt(day, '2:00 PM'), 'Bo is there, too').toBe('');
});
