import * as z from 'zod/mini';
import { dayChange, type Steps, signed } from '../change/define-change.ts';
import { id, recorded, time } from '../change/fields.ts';
import { byId, replace } from '../list/list.ts';
import { mapRotations } from '../plan/plan.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { refuseOut, stoodUntilOut } from './attendance.ts';
import type { Layout } from './layout.ts';
import { lostSeats, withoutSeatOf } from './seat.ts';
import { callOutSchema, checkAttendance, latenessSchema, outReasons, type Shift } from './shift.ts';
import { isOutDuring } from './who-is-there.ts';

const attendanceBack = (before: Layout, { shift: id }: { shift: string }, after: Layout): Steps => {
  const { out = null, late = null } = byId(before.shifts, id) ?? {};
  return [
    { type: 'shift.attendance', shift: id, out, late },
    ...lostSeats(before.rotations, after.rotations),
  ];
};

export const attendanceChanges = {
  /** Seats in rotations that end after `from` become free. `keeps` what they had until then; it is missing in older history. */
  'shift.out': dayChange({
    fields: {
      shift: id,
      reason: z.enum(outReasons),
      from: time,
      keeps: z.optional(z.literal('stood')),
      ...recorded,
    },
    stamp: (change, stamp) => ({ ...signed(change, stamp), keeps: 'stood' as const }),
    apply: (layout, { shift: shiftId, reason, from, keeps, at, by }) =>
      withAttendance(layout, shiftId, (shift) => {
        // Two people who say the same agree: the first record stays.
        const isSame = shift.out?.reason === reason && shift.out.from === from;
        if (isSame) return done(shift);
        const out = { reason, from, at, by };
        const stood = keeps ? stoodUntilOut(layout, { ...shift, out }, shift.out?.stood) : [];
        return done({ ...shift, out: stood.length > 0 ? { ...out, stood } : out });
      }),
    inverse: attendanceBack,
  }),
  'shift.late': dayChange({
    fields: { shift: id, expected: z.nullable(time), ...recorded },
    stamp: signed,
    apply: (layout, { shift: shiftId, expected, at, by }) =>
      withAttendance(layout, shiftId, (shift) => {
        if (shift.out) return refuseOut(shift.teamMember, shift.out);
        const isSame = shift.late !== undefined && shift.late.expected === expected;
        return done(isSame ? shift : { ...shift, late: { expected, at, by } });
      }),
    inverse: attendanceBack,
  }),
  /** They are here: no longer out or late. */
  'shift.back': dayChange({
    fields: { shift: id },
    apply: (layout, { shift: shiftId }) =>
      withAttendance(layout, shiftId, ({ out: _, late: __, ...shift }) => done(shift)),
    inverse: attendanceBack,
  }),
  /** Puts a record back as it was, as an undo does. */
  'shift.attendance': dayChange({
    fields: { shift: id, out: z.nullable(callOutSchema), late: z.nullable(latenessSchema) },
    mapRecords: (change, { said }) => ({
      ...change,
      out: change.out && said(change.shift, change.out),
      late: change.late && said(change.shift, change.late),
    }),
    apply: (layout, { shift: shiftId, out, late }) =>
      withAttendance(layout, shiftId, ({ out: _, late: __, ...shift }) =>
        done({ ...shift, ...(out && { out }), ...(late && { late }) }),
      ),
    inverse: attendanceBack,
  }),
};

function withAttendance(
  layout: Layout,
  id: string,
  change: (shift: Shift) => Outcome<Shift>,
): Outcome<Layout> {
  const before = byId(layout.shifts, id);
  if (!before) return refuse('shift-missing');
  const changed = change(before);
  if (!changed.ok) return changed;
  const shift = changed.value;
  const checked = checkAttendance(shift);
  if (!checked.ok) return checked;
  const rotations = mapRotations(layout.rotations, (rotation) =>
    isOutDuring(shift, rotation, layout.dayStart) ? withoutSeatOf(rotation, id) : rotation,
  );
  return done({ ...layout, shifts: replace(layout.shifts, shift), rotations });
}
