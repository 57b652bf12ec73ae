import * as z from 'zod/mini';
import type { ChangeOf } from '../change/change.ts';
import { dayChange, type FieldsOf, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { isSame } from '../change/same.ts';
import { shiftLimit } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import type { Layout } from './layout.ts';
import { settle, withDeleted } from './layout.ts';
import { lostSeats } from './seat.ts';
import {
  breaksAfter,
  mapShiftRecords,
  parseShift,
  type ScheduleValues,
  type Shift,
  scheduleIdOf,
  scheduleValuesSchema,
  shiftSchema,
  someShiftFields,
  withPerson,
} from './shift.ts';
import { breaksLost, fieldsBefore, personBefore } from './shift-inverse.ts';

const takeFields = {
  remove: list(id, shiftLimit),
  /** New values of shifts, and what the schedule last said about them; null once the schedule no longer has one. */
  edit: list(
    z.strictObject({
      shift: id,
      ...someShiftFields,
      provider: z.optional(name),
      /** The crew's person who works it; null for nobody that is known. */
      person: z.optional(idOrNull),
      told: z.nullable(scheduleValuesSchema),
    }),
    shiftLimit,
  ),
  add: list(shiftSchema, shiftLimit),
  /** Ids of scheduled shifts to remember as deleted by hand. */
  remember: list(id, shiftLimit),
  forget: list(id, shiftLimit),
};
type Taking = FieldsOf<typeof takeFields>;
export type ShiftTaking = Taking['edit'][number];

export function takeSchedule(day: Layout, change: Taking): Outcome<Layout> {
  const { shifts, deletedByHand = [], breakMinMinutes } = day;
  const removed = new Set(change.remove);
  const stood = new Set(shifts.map(scheduleIdOf));
  const next = new Map(shifts.filter(({ id }) => !removed.has(id)).map((shift) => [shift.id, shift]));
  const ownerOf = new Map([...next.values()].map((shift) => [scheduleIdOf(shift), shift.id]));
  for (const { shift: id, told, person, ...fields } of change.edit) {
    const shift = next.get(id);
    if (!shift || (told?.id !== undefined && (ownerOf.get(told.id) ?? id) !== id)) continue;
    const edited = parseShift(withPerson(withTold({ ...shift, ...fields }, told), person), breakMinMinutes);
    if (!edited.ok) return edited;
    const breaks = breaksAfter(shift, edited.value, breakMinMinutes);
    next.set(id, { ...edited.value, breaks });
    ownerOf.set(scheduleIdOf(edited.value), id);
  }
  for (const added of change.add) {
    // A shift removed in the same step was here too: it comes back only if it is added in another step.
    if (stood.has(scheduleIdOf(added)) || ownerOf.has(scheduleIdOf(added))) continue;
    const shift = parseShift(added, breakMinMinutes);
    if (!shift.ok) return shift;
    next.set(added.id, shift.value);
    ownerOf.set(scheduleIdOf(added), added.id);
  }
  if (next.size > shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  const remembered = new Set([...deletedByHand, ...change.remember]);
  for (const id of [...change.forget, ...[...next.values()].map(scheduleIdOf)]) remembered.delete(id);
  return done(settle(withDeleted({ ...day, shifts: [...next.values()] }, [...remembered])));
}

/** A shift without `told` was typed by hand, or is older than the field. */
function withTold({ told: _, ...shift }: Shift, told: ScheduleValues | null): Shift {
  return told ? { ...shift, told } : shift;
}

/** What takes back shifts that were accepted from a schedule: only the fields that differ now. */
export function takeBack(before: Layout, after: Layout): Steps | null {
  const then = new Map(before.shifts.map((shift) => [shift.id, shift]));
  const now = new Map(after.shifts.map((shift) => [shift.id, shift]));
  const edited = before.shifts.flatMap((shift) => {
    const current = now.get(shift.id);
    return current && !isSame(shift, current) ? [{ shift, current }] : [];
  });
  const deletedNow = new Set(after.deletedByHand);
  const deletedThen = new Set(before.deletedByHand);
  const back: ChangeOf<'schedule.take'> = {
    type: 'schedule.take',
    remove: after.shifts.filter(({ id }) => !then.has(id)).map(({ id }) => id),
    edit: edited.map(({ shift, current }) => ({
      shift: shift.id,
      ...fieldsBefore(shift, current),
      ...personBefore(shift, current),
      ...(current.provider !== shift.provider && { provider: shift.provider }),
      told: shift.told ?? null,
    })),
    add: before.shifts.filter(({ id }) => !now.has(id)),
    remember: (before.deletedByHand ?? []).filter((id) => !deletedNow.has(id)),
    forget: (after.deletedByHand ?? []).filter((id) => !deletedThen.has(id)),
  };
  const restored = takeSchedule(after, back);
  if (!restored.ok) return null;
  const { shifts, rotations } = restored.value;
  const breaksNow = new Map(shifts.map(({ id, breaks }) => [id, breaks]));
  return [
    back,
    ...edited.flatMap(({ shift }) => breaksLost(shift, breaksNow.get(shift.id) ?? [])),
    ...lostSeats(before.rotations, rotations),
  ];
}

export const scheduleChanges = {
  /** All that was accepted of a schedule. Rows that don't make sense anymore have no effect. */
  'schedule.take': dayChange({
    fields: takeFields,
    mapRecords: (change, map) => ({ ...change, add: change.add.map((shift) => mapShiftRecords(shift, map)) }),
    apply: takeSchedule,
    inverse: (before, _, after): Steps | null => takeBack(before, after),
    cleansUp: true,
  }),
};
