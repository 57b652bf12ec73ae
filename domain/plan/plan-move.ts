import type { ChangeOf } from '../change/registry.ts';
import { byId, type Identified, nextIdAfter } from '../list/list.ts';
import { type Plan, positionIn } from './plan.ts';
import type { NewId } from './plan-copy.ts';
import type { PlanItem } from './plan-standing.ts';
import { type PlanSteps, transfer } from './plan-transfer.ts';

type Move = ChangeOf<'rotation.move' | 'subarea.move' | 'position.move'>;

/**
 * The move one place up or down. The first position of a subarea goes on to the end of the one before, the last to the
 * start of the one behind. Null where there is no further.
 */
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

/**
 * The move of an item that is dropped on another: it takes that one's place. A position dropped on a subarea goes to its
 * end, and so does a subarea dropped on a rotation. Null where the two do not belong together.
 */
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
