import type { PlanChange } from '../change/change.ts';
import { byId } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type Plan, positionIn } from './plan.ts';
import { copySubarea, type NewId } from './plan-copy.ts';
import type { PlanItem } from './plan-standing.ts';
import type { Rotation } from './rotation.ts';
import { named } from './typed-list.ts';

/** What can go to another rotation. */
export type InsideItem = Exclude<PlanItem, { kind: 'rotation' }>;

/** Changes that happen together, with one Undo. */
export interface PlanSteps {
  readonly type: 'batch';
  readonly changes: readonly PlanChange[];
}

/** A place in a rotation; `subarea` is the new home of a position. */
export interface PlaceIn {
  readonly rotation: string;
  readonly subarea?: string;
  readonly before: string | null;
}

const together = (...changes: readonly PlanChange[]): PlanSteps => ({ type: 'batch', changes });

/** Moves an item to another rotation with its people, of whom those stay on it who work then and have no seat there. */
export function transfer(plan: Plan, item: InsideItem, to: PlaceIn, newId: NewId): PlanSteps | null {
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

/**
 * Copies an item to other rotations without its people: a position to the subarea of the same name, which is added where
 * there is none. What a rotation has by name is not added again.
 */
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
