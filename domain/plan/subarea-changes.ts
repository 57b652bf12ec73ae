import * as z from 'zod/mini';
import { somePositions } from '../change/cost.ts';
import type { Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { byId, insertBefore, nextIdAfter, replace, without } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import { definePlanChange } from './define-plan-change.ts';
import { changeRotation, withFreePeople } from './plan.ts';
import { describeMove } from './plan-standing.ts';
import { positionLimit } from './position.ts';
import { positionSchema } from './position-changes.ts';
import { positionsOf, seatedIn } from './rotation.ts';
import { parseSubarea, type Subarea, subareaLimit } from './subarea.ts';

export const subareaSchema: z.ZodMiniType<Subarea> = z.strictObject({
  id,
  name,
  positions: list(positionSchema, positionLimit),
});

export const subareaChanges = {
  'subarea.add': definePlanChange({
    fields: { rotation: id, subarea: subareaSchema, before: idOrNull },
    unsettles: true,
    apply: (plan, { rotation: rotationId, subarea: added, before }) =>
      changeRotation(plan, rotationId, (rotation) => {
        if (byId(rotation.subareas, added.id)) return refuse('subarea-exists');
        if (rotation.subareas.length >= subareaLimit)
          return refuse('too-many', { details: { max: subareaLimit } });
        const existing = new Set(positionsOf(rotation).map((position) => position.id));
        if (added.positions.some((position) => existing.has(position.id))) return refuse('position-exists');
        const subarea = parseSubarea(added);
        if (!subarea.ok) return subarea;
        const seated = seatedIn(rotation);
        const positions = subarea.value.positions.map((position) => withFreePeople(seated, position));
        return done(insertBefore(rotation.subareas, { ...subarea.value, positions }, before));
      }),
    inverse: (_, { rotation, subarea }): Steps => [{ type: 'subarea.delete', rotation, subarea: subarea.id }],
    describe: (_, { subarea }) => `${subarea.name} added`,
    cost: (size, { subarea }) => somePositions(size, subarea.positions),
  }),
  'subarea.rename': definePlanChange({
    fields: { rotation: id, subarea: id, name },
    apply: (plan, { rotation, subarea: subareaId, name: typed }) =>
      changeRotation(plan, rotation, ({ subareas }) => {
        const subarea = byId(subareas, subareaId);
        if (!subarea) return refuse('subarea-missing');
        const name = parseName(typed, 'name');
        return name.ok ? done(replace(subareas, { ...subarea, name: name.value })) : name;
      }),
    inverse: ({ rotations }, { rotation, subarea: subareaId }): Steps | null => {
      const subarea = byId(byId(rotations, rotation)?.subareas ?? [], subareaId);
      return subarea ? [{ type: 'subarea.rename', rotation, subarea: subareaId, name: subarea.name }] : null;
    },
    describe: (plan, { rotation, subarea, name }) => {
      const before = byId(byId(plan, rotation)?.subareas ?? [], subarea);
      return `${before?.name ?? 'Subarea'} is now ${name.trim()}`;
    },
  }),
  'subarea.move': definePlanChange({
    fields: { rotation: id, subarea: id, before: idOrNull },
    apply: (plan, { rotation, subarea: subareaId, before }) =>
      changeRotation(plan, rotation, ({ subareas }) => {
        const subarea = byId(subareas, subareaId);
        if (!subarea) return refuse('subarea-missing');
        if (before === subareaId) return done(subareas);
        return done(insertBefore(without(subareas, subareaId), subarea, before));
      }),
    inverse: ({ rotations }, { rotation, subarea }): Steps | null => {
      const subareas = byId(rotations, rotation)?.subareas ?? [];
      return [{ type: 'subarea.move', rotation, subarea, before: nextIdAfter(subareas, subarea) }];
    },
    describe: (_, { rotation, subarea }, after) =>
      describeMove(after, { kind: 'subarea', rotation, subarea }),
  }),
  'subarea.delete': definePlanChange({
    fields: { rotation: id, subarea: id },
    apply: (plan, { rotation, subarea }) =>
      byId(plan, rotation)
        ? changeRotation(plan, rotation, ({ subareas }) =>
            done(byId(subareas, subarea) ? without(subareas, subarea) : subareas),
          )
        : done(plan),
    inverse: ({ rotations }, { rotation, subarea: subareaId }): Steps | null => {
      const subareas = byId(rotations, rotation)?.subareas ?? [];
      const subarea = byId(subareas, subareaId);
      const before = nextIdAfter(subareas, subareaId);
      return subarea ? [{ type: 'subarea.add', rotation, subarea, before }] : null;
    },
    describe: (plan, { rotation, subarea }) =>
      `${byId(byId(plan, rotation)?.subareas ?? [], subarea)?.name ?? 'Subarea'} deleted`,
  }),
};
