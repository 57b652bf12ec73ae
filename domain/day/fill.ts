import { positionsOf, type Rotation, unassigned } from '../plan/rotation.ts';
import type { Placed } from './fill-open.ts';
import type { LeftReason } from './laid.ts';
import { matchPositions } from './match-positions.ts';
import type { StaffedDay } from './staffed-day.ts';

/** Somebody whom a fill could not place, and why; with the name of the position that they would have had. */
export interface LeftOut {
  readonly shift: string;
  readonly rotation: string;
  readonly why: LeftReason;
  readonly position?: string;
}

/** Who goes where, on open positions alone, and who is left unassigned. */
export interface Fill {
  readonly seats: readonly Placed[];
  readonly left: readonly LeftOut[];
}

/** The place of somebody in the rotation that another is filled from. */
export interface FormerPlace {
  readonly position: string;
  readonly name: string;
}

/** Everybody of one rotation on the positions of the same name of another, if they work then and it is open. */
export function fillFromRotation(day: StaffedDay, from: Rotation, to: Rotation): Fill {
  const former = new Map<string, FormerPlace>();
  for (const { id: position, name, seats } of positionsOf(from)) {
    for (const shift of seats) former.set(shift, { position, name });
  }
  return fillFrom(day, to, { from, formerOf: ({ id }) => former.get(id) ?? 'no-seat' });
}

interface Source {
  readonly from: Rotation;
  /** Where somebody was, or why that is unknown. */
  readonly formerOf: (shift: StaffedDay['shifts'][number]) => FormerPlace | LeftReason;
}

/** Fills one rotation; people in the order of the positions that they had. */
export function fillFrom(day: StaffedDay, to: Rotation, { from, formerOf }: Source): Fill {
  const matches = matchPositions(from, to);
  const open = new Set(positionsOf(to).flatMap(({ id, seats }) => (seats.length === 0 ? [id] : [])));
  const left: LeftOut[] = [];
  const seats: Placed[] = [];
  for (const shift of unassigned(day.shifts, to, day.dayStart)) {
    const former = formerOf(shift);
    const at = { shift: shift.id, rotation: to.id };
    if (typeof former === 'string') {
      left.push({ ...at, why: former });
      continue;
    }
    const position = matches.get(former.position);
    if (position === undefined) left.push({ ...at, why: 'no-position', position: former.name });
    else if (!open.has(position)) left.push({ ...at, why: 'taken', position: former.name });
    else seats.push({ ...at, position });
  }
  return { seats: inFormerOrder(seats, from), left };
}

/** Those who shared a position sit there in the order that they had. */
function inFormerOrder(seats: readonly Placed[], from: Rotation): readonly Placed[] {
  const order = new Map(positionsOf(from).flatMap(({ seats: ids }) => ids.map((id, index) => [id, index])));
  return [...seats].sort((one, other) => (order.get(one.shift) ?? 0) - (order.get(other.shift) ?? 0));
}
