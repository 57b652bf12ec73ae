import { byId, grouped, replace } from '../list/list.ts';
import { mapRotations, mapSeatsIn, type Plan } from '../plan/plan.ts';
import { positionOf, positionsOf, type Rotation, seatedIn } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { overlaps } from '../time/clock-time.ts';
import { refuseOut } from './attendance.ts';
import type { Layout } from './layout.ts';
import { settleRotations } from './layout.ts';
import type { Seat, Shift } from './shift.ts';
import { isOutDuring } from './who-is-there.ts';

interface LostSeat extends Seat {
  readonly type: 'shift.seat';
  readonly shift: string;
}

/** The last of a position comes first, so that the shift behind the next one is there already. */
export function lostSeats(before: Plan, after: Plan): readonly LostSeat[] {
  return before.flatMap((rotation) => {
    const now = byId(after, rotation.id);
    if (now === rotation) return [];
    const seatsNow = new Map(now && positionsOf(now).map(({ id, seats }) => [id, seats] as const));
    return positionsOf(rotation).flatMap(({ id: position, seats }) => {
      if (seatsNow.get(position) === seats) return [];
      const stay = new Set(seatsNow.get(position));
      const lost: LostSeat[] = [];
      for (const [index, shift] of seats.entries()) {
        if (stay.has(shift)) continue;
        const before = seats[index + 1] ?? null;
        lost.push({ type: 'shift.seat', shift, rotation: rotation.id, position, before });
      }
      return lost.reverse();
    });
  });
}

/** Puts a shift on a position; it leaves the one that it had in the same rotation. */
export function seatShift(layout: Layout, shift: Shift, seat: Seat): Outcome<Layout> {
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
    if (position.id !== seat.position) return seatsWithout(position.seats, shift.id);
    // Already here: putting it "at the end" again would only shuffle the names.
    if (seat.before === null && position.seats.includes(shift.id)) return position.seats;
    const others = seatsWithout(position.seats, shift.id);
    const index = seat.before === null ? -1 : others.indexOf(seat.before);
    return index < 0 ? [...others, shift.id] : [...others.slice(0, index), shift.id, ...others.slice(index)];
  });
  return done({ ...layout, rotations: replace(layout.rotations, seated) });
}

export const withoutShift = (plan: Plan, id: string): Plan =>
  mapRotations(plan, (rotation) => withoutSeatOf(rotation, id));

export const withoutSeatOf = (rotation: Rotation, shift: string): Rotation =>
  positionOf(rotation, shift) ? mapSeatsIn(rotation, ({ seats }) => seatsWithout(seats, shift)) : rotation;

/** The seats without a shift; the same seats when it has none of them. */
export const seatsWithout = (seats: readonly string[], shift: string): readonly string[] =>
  seats.includes(shift) ? seats.filter((id) => id !== shift) : seats;

export interface ShiftPlacement {
  readonly shift: string;
  readonly rotation: string;
  readonly position: string;
}

/** Who has a seat in the rotation by now stays there, and a position that somebody got in the meantime stays theirs. */
export function fillOpen(day: Layout, placed: readonly ShiftPlacement[]): Layout {
  const wanted = grouped(placed, ({ rotation }) => rotation);
  const filled = day.rotations.flatMap((rotation) => {
    const coming = wanted.get(rotation.id);
    return coming ? [withComing(rotation, coming)] : [];
  });
  const settled = new Map(settleRotations(day, filled).map((rotation) => [rotation.id, rotation]));
  const rotations = mapRotations(day.rotations, (rotation) => settled.get(rotation.id) ?? rotation);
  return rotations === day.rotations ? day : { ...day, rotations };
}

function withComing(rotation: Rotation, coming: readonly ShiftPlacement[]): Rotation {
  const seated = seatedIn(rotation);
  const free = coming.filter(({ shift }) => !seated.has(shift));
  const byPosition = grouped(free, ({ position }) => position);
  return mapSeatsIn(rotation, ({ id, seats }) =>
    seats.length > 0 ? seats : (byPosition.get(id)?.map(({ shift }) => shift) ?? seats),
  );
}
