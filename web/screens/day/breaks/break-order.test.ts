import { expect, test } from 'vitest';
import type { BreakSlot } from '../../../../domain/break/break.ts';
import { manualShift, type Shift } from '../../../../domain/shift/shift.ts';
import { breakOrder, countOut } from './break-order.ts';

const minute = 60_000;
const now = 1_000 * minute;
const started = (minutesAgo: number, endedAt: number | null = null): BreakSlot => ({
  startedAt: now - minutesAgo * minute,
  startedBy: null,
  endedAt,
  endedBy: null,
});
const person = (name: string, ...breaks: BreakSlot[]): Shift => ({
  ...manualShift(name, name, { startTime: '6:00 AM', endTime: '2:00 PM' }),
  breaks,
});
const names = (shifts: readonly Shift[]) => shifts.map((shift) => shift.teamMember);

test('[BR26] people on break come first, most overdue first; then breaks to come in the given order; then the rest', () => {
  const shifts = [
    person('done', started(40, now)),
    person('not ended for an hour', started(70)),
    person('waits first', null),
    person('over', started(12)),
    person('long over', started(69)),
    person('out late', started(1)),
    person('no breaks'),
    person('waits second', started(40, now), null),
    person('out soon', started(9), null),
  ];
  const order = breakOrder(shifts, 10, now);
  expect(names(order.shifts)).toEqual([
    ...['long over', 'over', 'out soon', 'out late'],
    ...['waits first', 'waits second'],
    ...['done', 'not ended for an hour'],
  ]);
  expect([order.out, order.toGo]).toEqual([4, 3]);
});

test('[BR26] an overdue break counts as running until someone ends it or an hour has passed', () => {
  const shifts = [person('ended', started(1, now)), person('over', started(10)), person('out', started(9.9))];
  expect(countOut(shifts, 10, now)).toBe(2);
  expect(countOut(shifts, 10, now + 60 * minute)).toBe(1);
});
