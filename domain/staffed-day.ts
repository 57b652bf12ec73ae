import type { ClockTime } from './clock-time.ts';
import { spanOf, spansOverlap } from './clock-time.ts';
import { mapSeats, type Plan } from './plan.ts';
import { type Shift, shiftLimit, sortShifts } from './shift.ts';

/** Who works when and where: of a layout, what the rules of shifts and seats need. */
export interface StaffedDay {
  readonly shifts: readonly Shift[];
  readonly rotations: Plan;
  readonly dayStart: ClockTime;
  readonly breakMinMinutes: number;
  /** Ids of scheduled shifts that were deleted by hand, and are not to come back by themselves. */
  readonly deletedByHand?: readonly string[];
}

/**
 * What holds after every change to shifts or rotations: shifts in order, and on the seats of a rotation only
 * existing shifts that overlap it, each at most once.
 */
export function settle<Day extends StaffedDay>(layout: Day): Day {
  const shifts = sortShifts(layout.shifts, layout.dayStart);
  const spans = new Map(shifts.map((shift) => [shift.id, spanOf(shift, layout.dayStart)]));
  const rotations = mapSeats(layout.rotations, (rotation) => {
    const window = spanOf(rotation, layout.dayStart);
    const seated = new Set<string>();
    return ({ seats }) =>
      seats.filter((id) => {
        const span = spans.get(id);
        return span && spansOverlap(span, window) && !seated.has(id) && seated.add(id);
      });
  });
  return { ...layout, shifts, rotations };
}

/** With these remembered as deleted by hand, in one order; the field is there only when it says something. */
export function withDeleted<Day extends Pick<StaffedDay, 'deletedByHand'>>(
  day: Day,
  ids: readonly string[],
): Day {
  const { deletedByHand: _, ...rest } = day;
  return (ids.length > 0 ? { ...rest, deletedByHand: [...ids].sort().slice(0, shiftLimit) } : rest) as Day;
}
