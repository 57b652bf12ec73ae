import type { ChangeOf, PlanChange } from '../change/change.ts';
import { byId, type Identified, nextIdAfter } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type Plan, type PlanItem, placeOf, positionIn } from './plan.ts';
import { copySubarea, type NewId } from './plan-copy.ts';
import { type Position, positionsOf, type Rotation } from './rotation.ts';
import { findByName } from './typed-list.ts';

export type InsideItem = Exclude<PlanItem, { kind: 'rotation' }>;

/** Changes that happen together, with one Undo. */
export interface PlanSteps {
  readonly type: 'batch';
  readonly changes: readonly PlanChange[];
}

const together = (...changes: readonly PlanChange[]): PlanSteps => ({ type: 'batch', changes });

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
  const changes = plan
    .filter(({ id }) => rotations.includes(id))
    .flatMap((into) => {
      const copy = copySubarea({ ...home, positions }, newId);
      const steps = copyInto(into, copy);
      const there = findByName(into.subareas, copy.name)?.positions ?? [];
      const copies = [...copiesOf(positions, copy.positions)].filter(
        ([, { name }]) => !findByName(there, name),
      );
      return [...steps, ...chartsFollow(from, into, new Map(copies))];
    });
  const name = item.kind === 'subarea' ? home.name : (positions[0]?.name ?? '');
  return changes.length > 0 ? done(together(...changes)) : refuse('list-known', { details: { name } });
}

function copyInto({ id: rotation, subareas }: Rotation, copy: Rotation['subareas'][number]): PlanChange[] {
  const there = findByName(subareas, copy.name);
  if (!there) return [{ type: 'subarea.add', rotation, subarea: copy, before: null }];
  return copy.positions
    .filter(({ name }) => !findByName(there.positions, name))
    .map((position) => ({ type: 'position.add', rotation, subarea: there.id, position, before: null }));
}

type Copies = ReadonlyMap<string, Position>;

export const copiesOf = (originals: readonly Position[], copies: readonly Position[]): Copies =>
  new Map(originals.flatMap(({ id }, at) => (copies[at] ? [[id, copies[at]] as const] : [])));

/**
 * What the charts of a rotation say of positions that come into it: the same as theirs, for the numbers that both have. Who covers one is
 * the position of that name; where there is none, it is a seat.
 */
export function chartsFollow(from: Rotation, into: Rotation, copies: Copies): readonly PlanChange[] {
  const idThere = (by: string): string | undefined => {
    const { home, position } = positionIn(from.subareas, by);
    if (!position) return undefined;
    if (from === into) return copies.get(by)?.id ?? by;
    const near = (home && findByName(into.subareas, home.name)?.positions) ?? [];
    const known = findByName(near, position.name) ?? findByName(positionsOf(into), position.name);
    return copies.get(by)?.id ?? known?.id;
  };
  return (into.charts ?? []).flatMap(({ people }): readonly PlanChange[] => {
    const { coveredBy } = from.charts?.find((chart) => chart.people === people) ?? {};
    const said = new Map(Object.entries(coveredBy ?? {}));
    const cells = [...copies].flatMap(([id, { id: position }]) => {
      const was = said.get(id);
      const by = was ? idThere(was) : was;
      return by === undefined ? [] : [{ position, by }];
    });
    return cells.length > 0 ? [{ type: 'chart.set', rotation: into.id, people, cells }] : [];
  });
}

type Move = ChangeOf<'rotation.move' | 'subarea.move' | 'position.move'>;

/** `home` is the subarea that a position comes into. */
function moveOf(item: PlanItem, before: string | null, home = ''): Move {
  const { rotation } = item;
  switch (item.kind) {
    case 'rotation':
      return { type: 'rotation.move', rotation, before };
    case 'subarea':
      return { type: 'subarea.move', rotation, subarea: item.subarea, before };
    case 'position':
      return { type: 'position.move', rotation, position: item.position, subarea: home, before };
  }
}

/** The first position of a subarea goes on to the end of the one before. Null where there is no further. */
export function stepMove(plan: Plan, item: PlanItem, way: 'up' | 'down'): Move | null {
  const place = placeOf(plan, item);
  const within = place && stepBefore(place.list, place.id, way);
  if (within) return moveOf(item, within.before, place.home?.id);
  const { subareas = [] } = byId(plan, item.rotation) ?? {};
  const next = place?.home && subareas[subareas.indexOf(place.home) + (way === 'up' ? -1 : 1)];
  return next ? moveOf(item, way === 'up' ? null : (next.positions[0]?.id ?? null), next.id) : null;
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
  if (item.kind !== 'rotation' && on.rotation !== item.rotation) return dropElsewhere(plan, item, on, newId);
  if (item.kind === on.kind) {
    const [place, target] = [placeOf(plan, item), placeOf(plan, on)];
    if (!place || !target || place.id === target.id) return null;
    return moveOf(item, takingPlace(target.list, place.id, target.id), target.home?.id);
  }
  if (item.kind === 'subarea' && on.kind === 'rotation') return moveOf(item, null);
  return item.kind === 'position' && on.kind === 'subarea' ? moveOf(item, null, on.subarea) : null;
}

/** It goes with its people, of whom those stay on it who work then and have no seat there. */
function dropElsewhere(plan: Plan, item: InsideItem, on: PlanItem, newId: NewId): PlanSteps | null {
  const source = byId(plan, item.rotation);
  const subareas = source?.subareas;
  const from = { rotation: item.rotation };
  const { rotation } = on;
  const into = byId(plan, rotation);
  const follow = (copies: Copies) => (source && into ? chartsFollow(source, into, copies) : []);
  if (item.kind === 'subarea') {
    const subarea = byId(subareas ?? [], item.subarea);
    if (!subarea || on.kind === 'position') return null;
    const copy = copySubarea(subarea, newId, (seats) => seats);
    const before = on.kind === 'subarea' ? on.subarea : null;
    return together(
      { type: 'subarea.delete', ...from, subarea: subarea.id },
      { type: 'subarea.add', rotation, subarea: copy, before },
      ...follow(copiesOf(subarea.positions, copy.positions)),
    );
  }
  const { position } = positionIn(subareas, item.position);
  const subarea = on.kind === 'subarea' ? on.subarea : placeOf(plan, on)?.home?.id;
  if (!position || subarea === undefined) return null;
  const before = on.kind === 'position' ? on.position : null;
  const copy = { ...position, id: newId() };
  return together(
    { type: 'position.delete', ...from, position: position.id },
    { type: 'position.add', rotation, subarea, position: copy, before },
    ...follow(copiesOf([position], [copy])),
  );
}

/** What an item shall stand before to have the place of another, which moves up when the item came from above it. */
function takingPlace(list: readonly Identified[], id: string, on: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  return at >= 0 && at < list.findIndex((each) => each.id === on) ? nextIdAfter(list, on) : on;
}
