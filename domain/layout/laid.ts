import { seatedIn, unassigned } from '../rotation/rotation.ts';
import type { LeftOut, LeftReason } from '../seat/fill.ts';
import type { StaffedDay } from '../shift/staffed-day.ts';
import type { IsoDate } from '../time/date.ts';

/** Somebody whom the server could not place. */
export interface LaidLeft {
  readonly shift: string;
  readonly why: LeftReason;
  /** The name of the position that they would have had. */
  readonly position?: string;
}

/** What the server tells about a layout that it made by itself. */
export interface Laid {
  /** The day that people were placed as on; null until they were. */
  readonly from: IsoDate | null;
  readonly left: readonly LaidLeft[];
}

export const laidLeftLimit = 200;

/** Each person once, with the position they would have had, if that is known. */
export function laidLeft(left: readonly LeftOut[]): readonly LaidLeft[] {
  const people = new Map<string, LaidLeft>();
  for (const { rotation: _, ...each } of left) {
    if (people.get(each.shift)?.position === undefined) people.set(each.shift, each);
  }
  return [...people.values()].slice(0, laidLeftLimit);
}

/** Those who still have no position in some rotation. */
export function stillLeft(day: StaffedDay, { left }: Laid): readonly LaidLeft[] {
  const open = new Set(
    day.rotations.flatMap((rotation) => unassigned(day.shifts, rotation, day.dayStart).map(({ id }) => id)),
  );
  return left.filter(({ shift }) => open.has(shift));
}

export const isNobodySeated = (day: StaffedDay): boolean =>
  day.rotations.every((rotation) => seatedIn(rotation).size === 0);
