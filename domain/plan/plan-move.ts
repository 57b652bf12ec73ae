import type { PlanChange } from '../change/change.ts';
import type { ChangeOf } from '../change/registry.ts';
import { byId, type Identified, nextIdAfter } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type Plan, type PlanItem, positionIn } from './plan.ts';
import { copySubarea, type NewId } from './plan-copy.ts';
import type { Rotation } from './rotation.ts';
import { named } from './typed-list.ts';

export type InsideItem = Exclude<PlanItem, { kind: 'rotation' }>;

/** Changes that happen together, with one Undo. */
export interface PlanSteps {
  readonly type: 'batch';
  readonly changes: readonly PlanChange[];
}

/** A place in a rotation; `subarea` is the new home of a position. */
interface PlaceIn {
  readonly rotation: string;
  readonly subarea?: string;
  readonly before: string | null;
}

const together = (...changes: readonly PlanChange[]): PlanSteps => ({ type: 'batch', changes });

/** Moves an item to another rotation with its people, of whom those stay on it who work then and have no seat there. */
function transfer(plan: Plan, item: InsideItem, to: PlaceIn, newId: NewId): PlanSteps | null {
  const { rotation } = item;
  const { subareas } = byId(plan, rotation) ?? {};
  if (item.kind === 'subarea') {
    const subarea = byId(subareas ?? [], item.subarea);
    if (!subarea) return null;
    const copy = copySubarea(subarea, newId, (seats) => seats);
    return together(
      { type: 'subarea.delete', rotation, subarea: subarea.id },
      { type: 'subarea.add', rotation: to.rotation, subarea: copy, before: to.before },
    );
  }
  const { position } = positionIn(subareas, item.position);
  if (!position || to.subarea === undefined) return null;
  const { rotation: into, subarea, before } = to;
  return together(
    { type: 'position.delete', rotation, position: position.id },
    { type: 'position.add', rotation: into, subarea, position: { ...position, id: newId() }, before },
  );
}

/** Without its people. A position's subarea is added where there is none of that name; what a rotation has by name is not added again. */
export function copyTo(
  plan: Plan,
  item: InsideItem,
  rotations: readonly string[],
  newId: NewId,
): Outcome<PlanSteps> {
  const from = byId(plan, item.rotation);
  if (!from) return refuse('rotation-missing');
  const home =
    item.kind === 'subarea'
      ? byId(from.subareas, item.subarea)
      : positionIn(from.subareas, item.position).home;
  if (!home) return refuse(item.kind === 'subarea' ? 'subarea-missing' : 'position-missing');
  const positions =
    item.kind === 'subarea' ? home.positions : home.positions.filter(({ id }) => id === item.position);
  const copy = () => copySubarea({ ...home, positions }, newId);
  const changes = plan.filter(({ id }) => rotations.includes(id)).flatMap((into) => copyInto(into, copy()));
  const name = item.kind === 'subarea' ? home.name : (positions[0]?.name ?? '');
  return changes.length > 0 ? done(together(...changes)) : refuse('list-known', { details: { name } });
}

function copyInto({ id: rotation, subareas }: Rotation, copy: Rotation['subareas'][number]): PlanChange[] {
  const there = named(subareas, copy.name);
  if (!there) return [{ type: 'subarea.add', rotation, subarea: copy, before: null }];
  return copy.positions
    .filter(({ name }) => !named(there.positions, name))
    .map((position) => ({ type: 'position.add', rotation, subarea: there.id, position, before: null }));
}

type Move = ChangeOf<'rotation.move' | 'subarea.move' | 'position.move'>;

/** The first position of a subarea goes on to the end of the one before. Null where there is no further. */
export function stepMove(plan: Plan, item: PlanItem, way: 'up' | 'down'): Move | null {
  const rotation = byId(plan, item.rotation);
  if (!rotation) return null;
  switch (item.kind) {
    case 'rotation': {
      const before = stepBefore(plan, rotation.id, way);
      return before && { type: 'rotation.move', rotation: rotation.id, ...before };
    }
    case 'subarea': {
      const before = stepBefore(rotation.subareas, item.subarea, way);
      return before && { type: 'subarea.move', rotation: rotation.id, subarea: item.subarea, ...before };
    }
    case 'position': {
      const { subareas } = rotation;
      const home = subareas.findIndex(({ positions }) => byId(positions, item.position));
      const move = { type: 'position.move', rotation: rotation.id, position: item.position } as const;
      const here = subareas[home];
      const within = here && stepBefore(here.positions, item.position, way);
      if (here && within) return { ...move, subarea: here.id, ...within };
      const next = here && subareas[way === 'up' ? home - 1 : home + 1];
      const before = way === 'up' ? null : (next?.positions[0]?.id ?? null);
      return next ? { ...move, subarea: next.id, before } : null;
    }
  }
}

function stepBefore(
  list: readonly Identified[],
  id: string,
  way: 'up' | 'down',
): { before: string | null } | null {
  const at = list.findIndex((each) => each.id === id);
  if (at < 0 || at === (way === 'up' ? 0 : list.length - 1)) return null;
  return { before: list[way === 'up' ? at - 1 : at + 2]?.id ?? null };
}

/** It takes that one's place; a position dropped on a subarea goes to its end. Null where the two do not belong together. */
export function dropMove(plan: Plan, item: PlanItem, on: PlanItem, newId: NewId): Move | PlanSteps | null {
  const rotation = byId(plan, item.rotation);
  if (!rotation) return null;
  if (item.kind === 'rotation') {
    if (on.kind !== 'rotation' || on.rotation === item.rotation) return null;
    return {
      type: 'rotation.move',
      rotation: rotation.id,
      before: takingPlace(plan, item.rotation, on.rotation),
    };
  }
  if (on.rotation !== item.rotation) return dropElsewhere(plan, item, on, newId);
  const { subareas } = rotation;
  if (item.kind === 'subarea') {
    if (on.kind === 'position' || (on.kind === 'subarea' && on.subarea === item.subarea)) return null;
    const before = on.kind === 'subarea' ? takingPlace(subareas, item.subarea, on.subarea) : null;
    return { type: 'subarea.move', rotation: rotation.id, subarea: item.subarea, before };
  }
  const move = { type: 'position.move', rotation: rotation.id, position: item.position } as const;
  if (on.kind === 'subarea') return { ...move, subarea: on.subarea, before: null };
  if (on.kind !== 'position' || on.position === item.position) return null;
  const target = subareas.find(({ positions }) => byId(positions, on.position));
  return (
    (target && {
      ...move,
      subarea: target.id,
      before: takingPlace(target.positions, item.position, on.position),
    }) ??
    null
  );
}

function dropElsewhere(
  plan: Plan,
  item: Exclude<PlanItem, { kind: 'rotation' }>,
  on: PlanItem,
  newId: NewId,
): PlanSteps | null {
  const { rotation } = on;
  if (item.kind === 'subarea') {
    if (on.kind === 'position') return null;
    const before = on.kind === 'subarea' ? on.subarea : null;
    return transfer(plan, item, { rotation, before }, newId);
  }
  if (on.kind === 'rotation') return null;
  if (on.kind === 'subarea') {
    return transfer(plan, item, { rotation, subarea: on.subarea, before: null }, newId);
  }
  const { home } = positionIn(byId(plan, rotation)?.subareas, on.position);
  return home ? transfer(plan, item, { rotation, subarea: home.id, before: on.position }, newId) : null;
}

/** What an item shall stand before to have the place of another, which moves up when the item came from above it. */
function takingPlace(list: readonly Identified[], id: string, on: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  return at >= 0 && at < list.findIndex((each) => each.id === on) ? nextIdAfter(list, on) : on;
}
