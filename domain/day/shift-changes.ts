import * as z from 'zod/mini';
import { dayChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list } from '../change/fields.ts';
import { byId, replace, without } from '../list/list.ts';
import { mapRotations } from '../plan/plan.ts';
import { rotationLimit, shiftLimit } from '../plan/rotation.ts';
import { done, refuse } from '../problem/problem.ts';
import { withDeleted } from './layout.ts';
import { takeBack } from './schedule-changes.ts';
import { lostSeats, seatShift, withoutSeatOf, withoutShift } from './seat.ts';
import { seatFields } from './seat-changes.ts';
import {
  breaksAfter,
  insertShift,
  mapShiftRecords,
  parseShift,
  scheduleIdOf,
  shiftSchema,
  someShiftFields,
  withPerson,
} from './shift.ts';
import { breaksLost, fieldsBefore, personBefore } from './shift-inverse.ts';
import { maySit } from './who-is-there.ts';

export const shiftChanges = {
  /** Seats that don't make sense anymore are left out. */
  'shift.add': dayChange({
    fields: { shift: shiftSchema, seats: list(z.strictObject(seatFields), rotationLimit) },
    mapRecords: (change, map) => ({ ...change, shift: mapShiftRecords(change.shift, map) }),
    apply: (layout, { shift: added, seats }) => {
      if (byId(layout.shifts, added.id)) return refuse('shift-exists');
      if (layout.shifts.length >= shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
      const shift = parseShift(added, layout.breakMinMinutes);
      if (!shift.ok) return shift;
      let next = { ...layout, shifts: insertShift(layout.shifts, shift.value, layout.dayStart) };
      const scheduleId = scheduleIdOf(added);
      if (layout.deletedByHand?.includes(scheduleId)) {
        next = withDeleted(
          next,
          layout.deletedByHand.filter((each) => each !== scheduleId),
        );
      }
      for (const seat of seats) {
        const seated = seatShift(next, shift.value, seat);
        if (seated.ok) next = seated.value;
      }
      return done(next);
    },
    // Deleting a scheduled shift would remember it as deleted by hand.
    inverse: (before, { shift }, after): Steps | null =>
      shift.told || before.deletedByHand?.includes(scheduleIdOf(shift))
        ? takeBack(before, after)
        : [{ type: 'shift.delete', shift: shift.id }],
  }),
  /** New times fit the unused breaks and the seats to them. */
  'shift.edit': dayChange({
    fields: { shift: id, ...someShiftFields, person: z.optional(idOrNull) },
    apply: (layout, change) => {
      const { dayStart, breakMinMinutes } = layout;
      const shift = byId(layout.shifts, change.shift);
      if (!shift) return refuse('shift-missing');
      const parsed = parseShift(
        {
          ...withPerson(shift, change.person),
          teamMember: change.teamMember ?? shift.teamMember,
          startTime: change.startTime ?? shift.startTime,
          endTime: change.endTime ?? shift.endTime,
          schedule: change.schedule ?? shift.schedule,
          note: change.note ?? shift.note,
        },
        breakMinMinutes,
      );
      if (!parsed.ok) return parsed;
      const edited = { ...parsed.value, breaks: breaksAfter(shift, parsed.value, breakMinMinutes) };
      const sameTimes = edited.startTime === shift.startTime && edited.endTime === shift.endTime;
      const shifts =
        sameTimes && edited.teamMember === shift.teamMember
          ? replace(layout.shifts, edited)
          : insertShift(without(layout.shifts, shift.id), edited, dayStart);
      const rotations = sameTimes
        ? layout.rotations
        : mapRotations(layout.rotations, (rotation) =>
            maySit(edited, rotation, dayStart) ? rotation : withoutSeatOf(rotation, shift.id),
          );
      return done({ ...layout, shifts, rotations });
    },
    // only the fields that the edit changed, the breaks that its times took, and the seats
    inverse: (before, { shift: shiftId }, after): Steps | null => {
      const shift = byId(before.shifts, shiftId);
      const edited = byId(after.shifts, shiftId);
      if (!shift || !edited) return null;
      const fields = { ...fieldsBefore(shift, edited), ...personBefore(shift, edited) };
      const seats = lostSeats(before.rotations, after.rotations);
      if (Object.keys(fields).length === 0) return seats;
      const breaks = breaksAfter(edited, shift, after.breakMinMinutes);
      return [{ type: 'shift.edit', shift: shiftId, ...fields }, ...breaksLost(shift, breaks), ...seats];
    },
  }),
  /** A scheduled shift is remembered, so that the next sync does not add it again. */
  'shift.delete': dayChange({
    fields: { shift: id },
    apply: (layout, { shift: shiftId }) => {
      const shift = byId(layout.shifts, shiftId);
      if (!shift) return done(layout);
      const next = {
        ...layout,
        shifts: without(layout.shifts, shiftId),
        rotations: withoutShift(layout.rotations, shiftId),
      };
      const remembered = [...(layout.deletedByHand ?? []), scheduleIdOf(shift)];
      return done(shift.told ? withDeleted(next, remembered) : next);
    },
    inverse: (before, { shift: shiftId }, after): Steps | null => {
      const shift = byId(before.shifts, shiftId);
      const lost = lostSeats(before.rotations, after.rotations);
      const seats = lost.map(({ type: _, shift: __, ...seat }) => seat);
      return shift ? [{ type: 'shift.add', shift, seats }] : null;
    },
  }),
};
