import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  after,
  layout,
  press,
  review,
  scheduled,
  seat,
  seats,
  taken,
} from '../../test/schedules/reviewed-day.ts';
import { apply, type Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import type { Layout } from '../day/layout.ts';
import { manualShift, type Shift } from '../day/shift.ts';
import { type ClockTime, overlaps } from '../time/clock-time.ts';
import { type ScheduledShift, suggestedRows, takeOf } from './schedule.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const anyShift = (id: string): fc.Arbitrary<ScheduledShift> =>
  fc
    .record({
      times: fc.constantFrom<[ClockTime, ClockTime]>(
        ['9:00 AM', '5:00 PM'],
        ['9:00 AM', '11:00 AM'],
        ['1:00 PM', '9:00 PM'],
        ['10:00 PM', '2:00 AM'],
      ),
      note: fc.constantFrom('', 'Opens'),
      role: fc.constantFrom('Front', 'Kitchen'),
    })
    .map(({ times: [startTime, endTime], note, role }) => scheduled(id, { startTime, endTime, note, role }));
const anySchedule = fc
  .subarray(ids)
  .chain((some) => fc.tuple(...some.map(anyShift)))
  .map((shifts) => shifts as ScheduledShift[]);
const byHand = fc.array(
  fc
    .constantFrom(...ids, 'typed')
    .chain((shift) =>
      fc.constantFrom<Change>(
        seat(shift),
        press(shift),
        { type: 'shift.edit', shift, note: 'By hand' },
        { type: 'shift.edit', shift, startTime: '8:00 AM' },
        { type: 'shift.delete', shift },
      ),
    ),
  { maxLength: 6 },
);

/** What cannot be done to the layout is not done. */
const tried = (of: Layout, changes: readonly Change[]): Layout =>
  changes.reduce<Layout>((current, change) => {
    const outcome = apply(current, change);
    return outcome.ok ? (outcome.value as Layout) : current;
  }, of);

test('[SC7] [SC53] [SC10] no seat and no break is lost that should be kept, none kept that should go', () => {
  const typed = manualShift('typed', 'Cy', { startTime: '9:00 AM', endTime: '5:00 PM' });
  const start = after(layout, { type: 'shift.add', shift: typed, seats: [] });
  fc.assert(
    fc.property(anySchedule, byHand, anySchedule, (first, changes, second) => {
      const before = tried(taken(start, first), changes);
      const now = taken(before, second);
      for (const shift of before.shifts) {
        const told = second.find(({ id }) => id === shift.id);
        const left = now.shifts.find(({ id }) => id === shift.id);
        const isTyped = shift.provider === 'manual';
        const wasEdited = shift.told && (shift.note === 'By hand' || shift.startTime === '8:00 AM');
        const hadBreak = shift.breaks.some((slot) => slot !== null);
        const isAnyoneTold = second.length > 0;
        expect(left !== undefined).toBe(Boolean(isTyped || told || wasEdited || hadBreak || !isAnyoneTold));
        if (!left) continue;
        expect(used(left)).toEqual(used(shift));
        if (isTyped || !told) expect(left).toEqual(shift);
        if (shift.note === 'By hand') expect(left.note).toBe('By hand');
        if (shift.startTime === '8:00 AM') expect(left.startTime).toBe('8:00 AM');
        const mayStay = overlaps(left, { startTime: '11:00 AM', endTime: '2:00 PM' }, layout.dayStart);
        expect(seats(now)?.includes(left.id)).toBe(Boolean(seats(before)?.includes(left.id) && mayStay));
      }
      const deleted = new Set(before.deletedByHand);
      for (const { id } of second) {
        expect(now.shifts.some((shift) => shift.id === id)).toBe(!deleted.has(id));
      }
      expect(review(now, second).rows.every(({ kind }) => kind === 'kept')).toBe(true);
      const seen = review(before, second);
      const suggested = suggestedRows(seen);
      const take = takeOf(seen, suggested);
      const undo = take && inverse(before, take);
      if (undo) expect(after(now, undo)).toEqual(before);
      const leave = takeOf(seen, new Set(), suggested);
      const left = leave ? after(before, leave) : before;
      expect(left.shifts.map(withoutTold)).toEqual(before.shifts.map(withoutTold));
      expect(suggestedRows(review(left, second)).size).toBe(0);
      const back = leave && inverse(before, leave);
      if (back) expect(after(left, back)).toEqual(before);
    }),
    { numRuns: 10_000 },
  );
});

const withoutTold = ({ told: _, ...shift }: Shift) => shift;

const used = ({ breaks }: Shift) => breaks.filter((slot) => slot !== null);
