import {
  breaksAfter,
  parseShift,
  type Shift,
  type ShiftFields,
  scheduleIdOf,
  shiftLimit,
  type Told,
  withPerson,
} from '../day/shift.ts';
import { type StaffedDay, settle, withDeleted } from '../day/staffed-day.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

/** New values of a shift, and what the schedule last said about it; null once the schedule no longer has it. */
export interface ShiftTaking extends Partial<ShiftFields> {
  readonly shift: string;
  /** The schedule that the shift now belongs to. */
  readonly provider?: string;
  /** The crew's person who works it; null for nobody that is known. */
  readonly person?: string | null;
  readonly told: Told | null;
}

/** What was accepted of a schedule. */
interface Accepted {
  readonly remove: readonly string[];
  readonly edit: readonly ShiftTaking[];
  readonly add: readonly Shift[];
  /** Ids of scheduled shifts to remember as deleted by hand. */
  readonly remember: readonly string[];
  readonly forget: readonly string[];
}

/** The day after the accepted rows. */
export function takeSchedule<Day extends StaffedDay>(day: Day, change: Accepted): Outcome<Day> {
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
function withTold({ told: _, ...shift }: Shift, told: Told | null): Shift {
  return told ? { ...shift, told } : shift;
}
