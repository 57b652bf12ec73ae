import { mapSeats, type Plan } from '../plan/plan.ts';
import { shiftLimit } from '../plan/rotation.ts';
import type { Layout } from './layout.ts';
import { sortShifts } from './shift.ts';
import { maySit } from './who-is-there.ts';

/**
 * What holds after every change to shifts or rotations: shifts in order, and on the seats of a rotation only
 * existing shifts that overlap it and aren't out during it, each at most once. A change of one shift or one rotation keeps it so by itself;
 * this is for those that may touch all of them.
 */
export function settle(layout: Layout): Layout {
  const shifts = sortShifts(layout.shifts, layout.dayStart);
  const rotations = settleRotations({ ...layout, shifts }, layout.rotations);
  return { ...layout, shifts, rotations };
}

/** Rotations with those alone on their seats who may sit there. */
export function settleRotations(day: Layout, rotations: Plan): Plan {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  return mapSeats(rotations, (rotation) => {
    const seated = new Set<string>();
    return ({ seats }) =>
      seats.filter((id) => {
        const shift = shifts.get(id);
        return shift && !seated.has(id) && maySit(shift, rotation, day.dayStart) && seated.add(id);
      });
  });
}

/** With these remembered as deleted by hand, in one order; the field is there only when it says something. */
export function withDeleted({ deletedByHand: _, ...day }: Layout, ids: readonly string[]): Layout {
  return ids.length > 0 ? { ...day, deletedByHand: [...ids].sort().slice(0, shiftLimit) } : day;
}
