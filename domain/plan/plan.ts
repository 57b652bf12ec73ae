import { byId, insertBefore, replace, without } from '../change/list.ts';
import { type Position, type PositionChange, positionLimit, readPosition } from '../position/position.ts';
import { readName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import {
  positionsOf,
  type Rotation,
  type RotationChange,
  readRotation,
  readRotationForm,
  rotationLimit,
  seatedIn,
} from '../rotation/rotation.ts';
import { readSubarea, type Subarea, type SubareaChange, subareaLimit } from '../subarea/subarea.ts';

/** The rotations of a day, as templates and layouts both have them. */
export type Plan = readonly Rotation[];

export type PlanChange = RotationChange | SubareaChange | PositionChange;

/** The plan after a change. What the change deletes and is gone already has no effect. */
export function applyToPlan(plan: Plan, change: PlanChange): Outcome<Plan> {
  if (change.type === 'rotation.add') return addRotation(plan, change.rotation, change.before);
  const rotation = byId(plan, change.rotation);
  if (!rotation) return change.type.endsWith('.delete') ? done(plan) : refuse('rotation-missing');
  switch (change.type) {
    case 'rotation.edit': {
      const form = readRotationForm({
        name: change.name ?? rotation.name,
        startTime: change.startTime ?? rotation.startTime,
        endTime: change.endTime ?? rotation.endTime,
      });
      return form.ok ? done(replace(plan, { ...rotation, ...form.value })) : form;
    }
    case 'rotation.move':
      return done(
        change.before === rotation.id
          ? plan
          : insertBefore(without(plan, rotation.id), rotation, change.before),
      );
    case 'rotation.delete':
      return done(without(plan, rotation.id));
    default: {
      const subareas = applyToSubareas(rotation, change);
      return subareas.ok ? done(replace(plan, { ...rotation, subareas: subareas.value })) : subareas;
    }
  }
}

function addRotation(plan: Plan, added: Rotation, before: string | null): Outcome<Plan> {
  if (byId(plan, added.id)) return refuse('rotation-exists');
  if (plan.length >= rotationLimit) return refuse('too-many', { details: { max: rotationLimit } });
  const rotation = readRotation(added);
  return rotation.ok ? done(insertBefore(plan, rotation.value, before)) : rotation;
}

type Subareas = readonly Subarea[];

function applyToSubareas(rotation: Rotation, change: SubareaChange | PositionChange): Outcome<Subareas> {
  const { subareas } = rotation;
  switch (change.type) {
    case 'subarea.add':
      return addSubarea(rotation, change.subarea, change.before);
    case 'position.add':
      return addPosition(rotation, change.subarea, change.position, change.before);
    case 'position.rename':
    case 'position.move':
    case 'position.delete':
      return applyToPosition(subareas, change);
  }
  const subarea = byId(subareas, change.subarea);
  if (!subarea) return change.type === 'subarea.delete' ? done(subareas) : refuse('subarea-missing');
  if (change.type === 'subarea.delete') return done(without(subareas, subarea.id));
  if (change.type === 'subarea.move') {
    if (change.before === subarea.id) return done(subareas);
    return done(insertBefore(without(subareas, subarea.id), subarea, change.before));
  }
  const name = readName(change.name, 'name');
  return name.ok ? done(replace(subareas, { ...subarea, name: name.value })) : name;
}

function addSubarea(rotation: Rotation, added: Subarea, before: string | null): Outcome<Subareas> {
  if (byId(rotation.subareas, added.id)) return refuse('subarea-exists');
  if (rotation.subareas.length >= subareaLimit) return refuse('too-many', { details: { max: subareaLimit } });
  const standing = new Set(positionsOf(rotation).map(({ id }) => id));
  if (added.positions.some(({ id }) => standing.has(id))) return refuse('position-exists');
  const subarea = readSubarea(added);
  if (!subarea.ok) return subarea;
  const seated = seatedIn(rotation);
  const positions = subarea.value.positions.map((position) => withFreePeople(seated, position));
  return done(insertBefore(rotation.subareas, { ...subarea.value, positions }, before));
}

function addPosition(
  rotation: Rotation,
  into: string,
  added: Position,
  before: string | null,
): Outcome<Subareas> {
  const subarea = byId(rotation.subareas, into);
  if (!subarea) return refuse('subarea-missing');
  if (byId(positionsOf(rotation), added.id)) return refuse('position-exists');
  if (subarea.positions.length >= positionLimit)
    return refuse('too-many', { details: { max: positionLimit } });
  const position = readPosition(added);
  if (!position.ok) return position;
  const positions = insertBefore(
    subarea.positions,
    withFreePeople(seatedIn(rotation), position.value),
    before,
  );
  return done(replace(rotation.subareas, { ...subarea, positions }));
}

/** A position that comes with people, as one that was deleted does, leaves those alone who sit elsewhere by now. */
const withFreePeople = (seated: ReadonlySet<string>, position: Position): Position => ({
  ...position,
  seats: position.seats.filter((id) => !seated.has(id)),
});

function applyToPosition(
  subareas: Subareas,
  change: Exclude<PositionChange, { type: 'position.add' }>,
): Outcome<Subareas> {
  const home = subareas.find((subarea) => byId(subarea.positions, change.position));
  const position = home && byId(home.positions, change.position);
  if (!home || !position)
    return change.type === 'position.delete' ? done(subareas) : refuse('position-missing');
  if (change.type === 'position.rename') {
    const name = readName(change.name, 'name');
    if (!name.ok) return name;
    return done(
      replace(subareas, { ...home, positions: replace(home.positions, { ...position, name: name.value }) }),
    );
  }
  if (change.type === 'position.move' && change.before === position.id) return done(subareas);
  const left = replace(subareas, { ...home, positions: without(home.positions, position.id) });
  if (change.type === 'position.delete') return done(left);
  const target = byId(left, change.subarea);
  if (!target) return refuse('subarea-missing');
  if (target.positions.length >= positionLimit)
    return refuse('too-many', { details: { max: positionLimit } });
  return done(
    replace(left, { ...target, positions: insertBefore(target.positions, position, change.before) }),
  );
}

/** The plan with every position's seats decided anew, rotation by rotation; untouched parts keep their identity. */
export function mapSeats(
  plan: Plan,
  seatsIn: (rotation: Rotation) => (position: Position) => readonly string[],
): Plan {
  return mapRotations(plan, (rotation) => mapSeatsIn(rotation, seatsIn(rotation)));
}

/** One rotation with every position's seats decided anew. */
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

function mapKeeping<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const mapped = list.map(change);
  return mapped.every((item, index) => item === list[index]) ? list : mapped;
}

export const withoutSeats = (plan: Plan): Plan => mapSeats(plan, () => () => []);
