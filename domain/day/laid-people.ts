import { seatedIn, unassigned } from '../plan/rotation.ts';
import type { LeftOut } from './fill.ts';
import { type Laid, type LaidLeft, laidLeftLimit } from './laid.ts';
import type { StaffedDay } from './staffed-day.ts';

/** Each person once, with the position they would have had, if that is known. */
export function laidLeft(left: readonly LeftOut[]): readonly LaidLeft[] {
  const people = new Map<string, LaidLeft>();
  for (const { rotation: _, ...each } of left) {
    if (people.get(each.shift)?.position === undefined) people.set(each.shift, each);
  }
  return [...people.values()].slice(0, laidLeftLimit);
}

/** Those who still have no position at all. Whoever stands somewhere is on the board, and the board says the rest. */
export function stillLeft(day: StaffedDay, { left }: Laid): readonly LaidLeft[] {
  const placed = new Set(day.rotations.flatMap((rotation) => [...seatedIn(rotation)]));
  const open = new Set(
    day.rotations.flatMap((rotation) => unassigned(day.shifts, rotation, day.dayStart).map(({ id }) => id)),
  );
  return left.filter(({ shift }) => open.has(shift) && !placed.has(shift));
}

export const isNobodySeated = (day: StaffedDay): boolean =>
  day.rotations.every((rotation) => seatedIn(rotation).size === 0);
