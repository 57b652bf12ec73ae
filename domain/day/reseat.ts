import { byId } from '../list/list.ts';
import { mapSeats } from '../plan/plan.ts';
import { positionsOf } from '../plan/rotation.ts';
import type { Placed } from './fill-open.ts';
import { seatShift } from './seat.ts';
import type { StaffedDay } from './staffed-day.ts';

/** A seat; `before` is the shift that sits behind it. */
export interface Given extends Placed {
  readonly before: string | null;
}

interface Reseating {
  readonly taken: readonly Placed[];
  readonly given: readonly Given[];
}

/** The day with seats made free, where the named shift still has them, and others given. Those that no longer fit are left out. */
export function reseat<Day extends StaffedDay>(day: Day, { taken, given }: Reseating): Day {
  const moves = new Map(given.map((seat) => [shiftIn(seat), seat]));
  const free = new Set(taken.filter((seat) => !moves.has(shiftIn(seat))).map(placeOf));
  const rotations = mapSeats(
    day.rotations,
    ({ id: rotation }) =>
      ({ id: position, seats }) =>
        seats.some((shift) => free.has(placeOf({ shift, rotation, position })))
          ? seats.filter((shift) => !free.has(placeOf({ shift, rotation, position })))
          : seats,
  );
  let next: Day = rotations === day.rotations ? day : { ...day, rotations };
  for (const seat of moves.values()) {
    const shift = byId(day.shifts, seat.shift);
    if (!shift || isThere(next, seat)) continue;
    const seated = seatShift(next, shift, seat);
    if (seated.ok) next = seated.value;
  }
  return next;
}

function isThere(day: StaffedDay, { shift, rotation, position }: Placed): boolean {
  const home = byId(day.rotations, rotation);
  return (home && byId(positionsOf(home), position)?.seats.includes(shift)) ?? false;
}

const shiftIn = ({ shift, rotation }: Placed): string => JSON.stringify([rotation, shift]);
const placeOf = ({ shift, rotation, position }: Placed): string =>
  JSON.stringify([rotation, position, shift]);
