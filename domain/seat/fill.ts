import { mapSeatsIn } from '../plan/plan.ts';
import { positionsOf, type Rotation, seatedIn, unassigned } from '../rotation/rotation.ts';
import type { StaffedDay } from '../shift/staffed-day.ts';
import { settleRotations } from '../shift/staffed-day.ts';
import { matchPositions } from './match-positions.ts';

export interface Placed {
  readonly shift: string;
  readonly rotation: string;
  readonly position: string;
}

/**
 * They were not there, had no seat then, share their name with somebody, or their position isn't there or has somebody
 * else.
 */
export const leftReasons = ['new', 'no-seat', 'same-name', 'no-position', 'taken'] as const;
export type LeftReason = (typeof leftReasons)[number];

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

/**
 * The day with people on positions that nobody has. Who has a seat in the rotation by now stays there, and a position
 * that somebody got in the meantime stays theirs.
 */
export function fillOpen<Day extends StaffedDay>(day: Day, placed: readonly Placed[]): Day {
  const wanted = new Map<string, Placed[]>();
  for (const each of placed) {
    const list = wanted.get(each.rotation);
    if (list) list.push(each);
    else wanted.set(each.rotation, [each]);
  }
  const filled = day.rotations.flatMap((rotation) => {
    const coming = wanted.get(rotation.id);
    return coming ? [withComing(rotation, coming)] : [];
  });
  const settled = new Map(settleRotations(day, filled).map((rotation) => [rotation.id, rotation]));
  const rotations = day.rotations.map((rotation) => settled.get(rotation.id) ?? rotation);
  return rotations.every((rotation, index) => rotation === day.rotations[index])
    ? day
    : { ...day, rotations };
}

function withComing(rotation: Rotation, coming: readonly Placed[]): Rotation {
  const seated = seatedIn(rotation);
  const byPosition = new Map<string, string[]>();
  for (const { shift, position } of coming) {
    if (seated.has(shift)) continue;
    const list = byPosition.get(position);
    if (list) list.push(shift);
    else byPosition.set(position, [shift]);
  }
  return mapSeatsIn(rotation, ({ id, seats }) => (seats.length > 0 ? seats : (byPosition.get(id) ?? seats)));
}
