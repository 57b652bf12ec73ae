import { expect, test } from 'vitest';
import type { BreakSlot } from '../../../../domain/day/break.ts';
import { manualShift, type Shift } from '../../../../domain/day/shift.ts';
import { breakOrder, countOut } from './break-rail.tsx';

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

test('[BR33] [BR34] after people on break come those whose break is due, longest first; who is out has none left', () => {
  const out = { reason: 'sick', from: '6:00 AM', at: 1, by: null } as const;
  const shifts = [
    person('waits', null),
    person('due', null),
    { ...person('out', null), out },
    { ...person('out after a break', started(40, now), null), out },
    person('due longer', null),
    person('away', started(9)),
  ];
  const due = new Map([
    ['due', 700],
    ['due longer', 650],
  ]);
  const order = breakOrder(shifts, 10, now, ({ id }) => due.get(id) ?? null);
  expect(names(order.shifts)).toEqual(['away', 'due longer', 'due', 'waits', 'out after a break']);
  expect(order.toGo).toBe(3);
});

test('[BR26] an overdue break counts as running until someone ends it or an hour has passed', () => {
  const shifts = [person('ended', started(1, now)), person('over', started(10)), person('out', started(9.9))];
  expect(countOut(shifts, 10, now)).toBe(2);
  expect(countOut(shifts, 10, now + 60 * minute)).toBe(1);
});

test('[BR37] somebody whose shift ended is on no break', () => {
  const shifts = [person('over', started(20))];
  expect(countOut(shifts, 10, now, () => now + minute)).toBe(1);
  expect(countOut(shifts, 10, now, () => now)).toBe(0);
});
