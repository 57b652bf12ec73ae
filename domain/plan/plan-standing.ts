import { byId, type Identified } from '../list/list.ts';
import type { Plan } from './plan.ts';
import { positionsOf } from './rotation.ts';

/** A part of a plan that has a place among others like it. */
export type PlanItem =
  | { readonly kind: 'rotation'; readonly rotation: string }
  | { readonly kind: 'subarea'; readonly rotation: string; readonly subarea: string }
  | { readonly kind: 'position'; readonly rotation: string; readonly position: string };

/** Where an item stands: `place` counts from 1; `inside` is the name of what it stands in, '' for a rotation. */
export interface Standing {
  readonly name: string;
  readonly place: number;
  readonly of: number;
  readonly inside: string;
}

export function standingOf(plan: Plan, item: PlanItem): Standing | null {
  const rotation = byId(plan, item.rotation);
  if (!rotation) return null;
  if (item.kind === 'rotation') return standingIn(plan, rotation.id, '');
  if (item.kind === 'subarea') return standingIn(rotation.subareas, item.subarea, rotation.name);
  const home = rotation.subareas.find(({ positions }) => byId(positions, item.position));
  return home ? standingIn(home.positions, item.position, home.name) : null;
}

/** 'Moved Grill 2 to 1 of 7 in Kitchen'. */
export function describeMove(plan: Plan, item: PlanItem): string {
  const standing = standingOf(plan, item);
  if (!standing) return `Moved a ${item.kind}`;
  const { name, place, of, inside } = standing;
  return `Moved ${name} to ${place} of ${of}${inside && ` in ${inside}`}`;
}

function standingIn(
  list: readonly (Identified & { readonly name: string })[],
  id: string,
  inside: string,
): Standing | null {
  const at = list.findIndex((each) => each.id === id);
  const item = list[at];
  return item ? { name: item.name, place: at + 1, of: list.length, inside } : null;
}

/** How many people lost their seat; rotations that are the same object are not counted. */
export function seatsFreed(before: Plan, after: Plan): number {
  const changed = (plan: Plan, other: Plan) => plan.filter((rotation) => !other.includes(rotation));
  return seatsTaken(changed(before, after)) - seatsTaken(changed(after, before));
}

/** How many seats of the plan are taken; who sits in two rotations counts twice. */
export const seatsTaken = (plan: Plan): number =>
  plan.reduce(
    (sum, rotation) => sum + positionsOf(rotation).reduce((seats, each) => seats + each.seats.length, 0),
    0,
  );
