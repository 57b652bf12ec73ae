import { byId, type Identified, insertBefore, replace } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import {
  type Position,
  parseRotation,
  positionsOf,
  type Rotation,
  rotationLimit,
  type Subarea,
} from './rotation.ts';

/** The rotations of a day, as templates and layouts both have them. */
export type Plan = readonly Rotation[];

export function parsePlan(plan: Plan): Outcome<Plan> {
  let parsed: Plan = [];
  for (const rotation of plan) {
    const next = addRotation(parsed, rotation, null);
    if (!next.ok) return next;
    parsed = next.value;
  }
  return done(parsed);
}

export function addRotation(plan: Plan, added: Rotation, before: string | null): Outcome<Plan> {
  if (byId(plan, added.id)) return refuse('rotation-exists');
  if (plan.length >= rotationLimit) return refuse('too-many', { details: { max: rotationLimit } });
  const rotation = parseRotation(added);
  return rotation.ok ? done(insertBefore(plan, rotation.value, before)) : rotation;
}

export function changeRotation(
  plan: Plan,
  id: string,
  change: (rotation: Rotation) => Outcome<readonly Subarea[]>,
): Outcome<Plan> {
  const rotation = byId(plan, id);
  if (!rotation) return refuse('rotation-missing');
  const subareas = change(rotation);
  return subareas.ok ? done(replace(plan, { ...rotation, subareas: subareas.value })) : subareas;
}

export function positionIn(
  subareas: readonly Subarea[] = [],
  id: string,
): { home?: Subarea; position?: Position } {
  const home = subareas.find(({ positions }) => byId(positions, id));
  return home ? { home, position: byId(home.positions, id) } : {};
}

/** A position that is restored with its people leaves those out who have another seat in the rotation by now. */
export const withFreePeople = (seated: ReadonlySet<string>, position: Position): Position => ({
  ...position,
  seats: position.seats.filter((id) => !seated.has(id)),
});

/** Recomputes the seats of every position, rotation by rotation; unchanged parts keep their identity. */
export function mapSeats(
  plan: Plan,
  seatsIn: (rotation: Rotation) => (position: Position) => readonly string[],
): Plan {
  return mapRotations(plan, (rotation) => mapSeatsIn(rotation, seatsIn(rotation)));
}

export function mapSeatsIn(
  rotation: Rotation,
  seatsFor: (position: Position) => readonly string[],
): Rotation {
  const subareas = mapKeeping(rotation.subareas, (subarea) => {
    const positions = mapKeeping(subarea.positions, (position) => {
      const seats = seatsFor(position);
      return seats === position.seats || sameSeats(seats, position.seats) ? position : { ...position, seats };
    });
    return positions === subarea.positions ? subarea : { ...subarea, positions };
  });
  return subareas === rotation.subareas ? rotation : { ...rotation, subareas };
}

/** The plan with its rotations changed; the same plan when none was. */
export const mapRotations = (plan: Plan, change: (rotation: Rotation) => Rotation): Plan =>
  mapKeeping(plan, change);

const sameSeats = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((seat, index) => seat === other[index]);

/** Most of a day stays as it is: nothing is made for it. */
function mapKeeping<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let mapped: T[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = change(item);
    if (next === item) continue;
    mapped ??= [...list];
    mapped[index] = next;
  }
  return mapped ?? list;
}

export const withoutSeats = (plan: Plan): Plan => mapRotations(plan, emptied);

/** Without what one day alone says: who is on its positions, and for how many people it is set up. */
export function emptied(rotation: Rotation): Rotation {
  const unseated = mapSeatsIn(rotation, () => []);
  const { people, ...rest } = unseated;
  return people === undefined ? unseated : rest;
}

export type PlanItem =
  | { readonly kind: 'rotation'; readonly rotation: string }
  | { readonly kind: 'subarea'; readonly rotation: string; readonly subarea: string }
  | { readonly kind: 'position'; readonly rotation: string; readonly position: string };

type Named = Identified & { readonly name: string };

/** The list that an item is in, and what it is in: its rotation, and the subarea that is the home of a position. */
export function placeOf(
  plan: Plan,
  item: PlanItem,
): { id: string; list: readonly Named[]; inside?: Named; home?: Subarea } | null {
  const rotation = byId(plan, item.rotation);
  if (!rotation) return null;
  if (item.kind === 'rotation') return { id: rotation.id, list: plan };
  if (item.kind === 'subarea') return { id: item.subarea, list: rotation.subareas, inside: rotation };
  const { home } = positionIn(rotation.subareas, item.position);
  return home ? { id: item.position, list: home.positions, inside: home, home } : null;
}

/** Where an item stands: `place` counts from 1; `inside` is the name of what it stands in, '' for a rotation. */
export function standingOf(plan: Plan, item: PlanItem) {
  const { list, id, inside } = placeOf(plan, item) ?? { list: [], id: '' };
  const at = list.findIndex((each) => each.id === id);
  const found = list[at];
  return found ? { name: found.name, place: at + 1, of: list.length, inside: inside?.name ?? '' } : null;
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
