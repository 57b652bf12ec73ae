import { byId, replace } from '../list/list.ts';
import { mapRotations, mapSeatsIn, type Plan } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type ClockTime, overlaps, type TimeRange } from '../time/clock-time.ts';
import { refuseOut } from './attendance.ts';
import { isOutDuring } from './presence.ts';
import type { Seat, Shift } from './shift.ts';
import type { StaffedDay } from './staffed-day.ts';

/** Whether somebody works during some of the rotation, and isn't out. */
export const maySit = (shift: Shift, rotation: TimeRange, dayStart: ClockTime): boolean =>
  overlaps(shift, rotation, dayStart) && !(shift.out && isOutDuring(shift, rotation, dayStart));

/** Puts a shift on a position; it leaves the one that it had in the same rotation. */
export function seatShift<Day extends StaffedDay>(layout: Day, shift: Shift, seat: Seat): Outcome<Day> {
  const rotation = byId(layout.rotations, seat.rotation);
  if (!rotation) return refuse('rotation-missing');
  if (!byId(positionsOf(rotation), seat.position)) return refuse('position-missing');
  if (!overlaps(shift, rotation, layout.dayStart)) {
    return refuse('shift-outside-rotation', { details: { name: shift.teamMember, rotation: rotation.name } });
  }
  if (shift.out && isOutDuring(shift, rotation, layout.dayStart)) {
    return refuseOut(shift.teamMember, shift.out);
  }
  const seated = mapSeatsIn(rotation, (position) => {
    if (position.id !== seat.position) return takenOff(position.seats, shift.id);
    // Already here: putting it "at the end" again would only shuffle the names.
    if (seat.before === null && position.seats.includes(shift.id)) return position.seats;
    const others = takenOff(position.seats, shift.id);
    const index = seat.before === null ? -1 : others.indexOf(seat.before);
    return index < 0 ? [...others, shift.id] : [...others.slice(0, index), shift.id, ...others.slice(index)];
  });
  return done({ ...layout, rotations: replace(layout.rotations, seated) });
}

export const withoutShift = (plan: Plan, id: string): Plan =>
  mapRotations(plan, (rotation) => withoutSeatOf(rotation, id));

export const withoutSeatOf = (rotation: Rotation, shift: string): Rotation =>
  mapSeatsIn(rotation, ({ seats }) => takenOff(seats, shift));

/** The seats without a shift; the same seats when it has none of them. */
export const takenOff = (seats: readonly string[], shift: string): readonly string[] =>
  seats.includes(shift) ? seats.filter((id) => id !== shift) : seats;
