import { nextIdAfter } from '../list/list.ts';
import { nameLimit } from '../problem/name.ts';
import type { ClockTime } from '../time/clock-time.ts';
import { isPartOfDay, partOfDayAt, slotAfter } from './next-slot.ts';
import type { Plan } from './plan.ts';
import type { Position } from './position.ts';
import { isInTime, placeInTime, type Rotation } from './rotation.ts';
import type { Subarea } from './subarea.ts';
import { named } from './typed-list.ts';

/** 'Weekday copy'; a long name loses its end, so that the copy's fits too. */
export function copyName(name: string, mark = ' copy'): string {
  const kept = name.slice(0, nameLimit - mark.length);
  // half of a pair of code units is no letter
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd() + mark;
}

/** 'Close 2' for another 'Close', then 'Close 3'. */
export function nextName(name: string, others: readonly { readonly name: string }[]): string {
  const [, stem = name, number = '1'] = /^(.*\S) (\d{1,3})$/.exec(name) ?? [];
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  for (let next = Number(number) + 1; ; next++) {
    const free = copyName(stem, ` ${next}`);
    if (!taken.has(free.toLowerCase())) return free;
  }
}

interface CopiedOn {
  readonly dayStart: ClockTime;
  readonly newId: NewId;
}

/**
 * A copy of the rotation under new ids, with no one on its positions, in the next free time of the day. A copy of 'Lunch'
 * is named by what its time is called, such as 'Afternoon', and any other has the next free number.
 */
export function duplicateRotation(rotation: Rotation, others: Plan, { dayStart, newId }: CopiedOn): Rotation {
  const slot = slotAfter(others, rotation, dayStart);
  const part = slot && isPartOfDay(rotation.name) ? partOfDayAt(slot.startTime) : rotation.name;
  const isTaken = named(others, part) !== undefined;
  return {
    ...copyRotation(rotation, newId),
    ...slot,
    name: isTaken ? nextName(rotation.name, others) : part,
  };
}

/** What a copy stands before: right after the original, or by its start if the rotations are in order of time. */
export const placeOfCopy = (
  copy: Rotation,
  { id, startTime }: Rotation,
  others: Plan,
  dayStart: ClockTime,
) =>
  copy.startTime !== startTime && isInTime(others, dayStart)
    ? placeInTime(others, copy, dayStart)
    : nextIdAfter(others, id);

/** A copy of the subarea under new ids, with no one on its positions and a unique name. */
export const duplicateSubarea = (subarea: Subarea, others: readonly Subarea[], newId: NewId): Subarea => ({
  ...copySubarea(subarea, newId),
  name: nextName(subarea.name, others),
});

/** Another position like this one, with no one on it: 'Register 3' after 'Register 2'. */
export const duplicatePosition = (
  position: Position,
  others: readonly Position[],
  newId: NewId,
): Position => ({ id: newId(), name: nextName(position.name, others), seats: [] });

/** Makes ids; the caller's, since chance is not the domain's. */
export type NewId = () => string;
/** The seats of a copied position, from those of the original. */
type SeatsNow = (seats: readonly string[]) => readonly string[];
const nobody: SeatsNow = () => [];

/** All of a plan under new ids. */
export const copyPlan = (plan: Plan, newId: NewId, seatsNow = nobody): Plan =>
  plan.map((rotation) => copyRotation(rotation, newId, seatsNow));

const copyRotation = (rotation: Rotation, newId: NewId, seatsNow = nobody): Rotation => ({
  ...rotation,
  id: newId(),
  subareas: rotation.subareas.map((subarea) => copySubarea(subarea, newId, seatsNow)),
});

export const copySubarea = (subarea: Subarea, newId: NewId, seatsNow = nobody): Subarea => ({
  ...subarea,
  id: newId(),
  positions: subarea.positions.map((position) => ({
    ...position,
    id: newId(),
    seats: seatsNow(position.seats),
  })),
});
