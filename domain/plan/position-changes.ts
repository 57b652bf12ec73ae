import * as z from 'zod/mini';
import { somePositions } from '../change/cost.ts';
import type { Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { shiftLimit } from '../day/shift.ts';
import { byId, insertBefore, nextIdAfter, replace, without } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import { definePlanChange } from './define-plan-change.ts';
import { changeRotation, positionIn, withFreePeople } from './plan.ts';
import { describeMove } from './plan-standing.ts';
import { type Position, parsePosition, positionLimit } from './position.ts';
import { positionsOf, seatedIn } from './rotation.ts';

export const positionSchema: z.ZodMiniType<Position> = z.strictObject({
  id,
  name,
  seats: list(id, shiftLimit),
});

const tooMany = () => refuse('too-many', { details: { max: positionLimit } });

export const positionChanges = {
  'position.add': definePlanChange({
    fields: { rotation: id, subarea: id, position: positionSchema, before: idOrNull },
    unsettles: true,
    apply: (plan, { rotation: rotationId, subarea: into, position: added, before }) =>
      changeRotation(plan, rotationId, (rotation) => {
        const subarea = byId(rotation.subareas, into);
        if (!subarea) return refuse('subarea-missing');
        if (byId(positionsOf(rotation), added.id)) return refuse('position-exists');
        if (subarea.positions.length >= positionLimit) return tooMany();
        const position = parsePosition(added);
        if (!position.ok) return position;
        const free = withFreePeople(seatedIn(rotation), position.value);
        const positions = insertBefore(subarea.positions, free, before);
        return done(replace(rotation.subareas, { ...subarea, positions }));
      }),
    inverse: (_, { rotation, position }): Steps => [
      { type: 'position.delete', rotation, position: position.id },
    ],
    describe: (_, { position }) => `${position.name} added`,
    cost: (size, { position }) => somePositions(size, [position]),
  }),
  'position.rename': definePlanChange({
    fields: { rotation: id, position: id, name },
    apply: (plan, { rotation, position: positionId, name: typed }) =>
      changeRotation(plan, rotation, ({ subareas }) => {
        const { home, position } = positionIn(subareas, positionId);
        if (!home || !position) return refuse('position-missing');
        const name = parseName(typed, 'name');
        if (!name.ok) return name;
        const positions = replace(home.positions, { ...position, name: name.value });
        return done(replace(subareas, { ...home, positions }));
      }),
    inverse: ({ rotations }, { rotation, position: positionId }): Steps | null => {
      const { position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      return position
        ? [{ type: 'position.rename', rotation, position: positionId, name: position.name }]
        : null;
    },
    describe: (plan, { rotation, position: positionId, name }) => {
      const { position } = positionIn(byId(plan, rotation)?.subareas, positionId);
      return `${position?.name ?? 'Position'} is now ${name.trim()}`;
    },
  }),
  'position.move': definePlanChange({
    fields: { rotation: id, position: id, subarea: id, before: idOrNull },
    apply: (plan, { rotation, position: positionId, subarea, before }) =>
      changeRotation(plan, rotation, ({ subareas }) => {
        const { home, position } = positionIn(subareas, positionId);
        if (!home || !position) return refuse('position-missing');
        if (before === position.id) return done(subareas);
        const left = replace(subareas, { ...home, positions: without(home.positions, position.id) });
        const target = byId(left, subarea);
        if (!target) return refuse('subarea-missing');
        if (target.positions.length >= positionLimit) return tooMany();
        const positions = insertBefore(target.positions, position, before);
        return done(replace(left, { ...target, positions }));
      }),
    inverse: ({ rotations }, { rotation, position }): Steps | null => {
      const { home } = positionIn(byId(rotations, rotation)?.subareas, position);
      if (!home) return null;
      const before = nextIdAfter(home.positions, position);
      return [{ type: 'position.move', rotation, position, subarea: home.id, before }];
    },
    describe: (_, { rotation, position }, after) =>
      describeMove(after, { kind: 'position', rotation, position }),
  }),
  'position.delete': definePlanChange({
    fields: { rotation: id, position: id },
    apply: (plan, { rotation, position }) =>
      byId(plan, rotation)
        ? changeRotation(plan, rotation, ({ subareas }) => {
            const { home } = positionIn(subareas, position);
            if (!home) return done(subareas);
            return done(replace(subareas, { ...home, positions: without(home.positions, position) }));
          })
        : done(plan),
    inverse: ({ rotations }, { rotation, position: positionId }): Steps | null => {
      const { home, position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      if (!home || !position) return null;
      const before = nextIdAfter(home.positions, positionId);
      return [{ type: 'position.add', rotation, subarea: home.id, position, before }];
    },
    describe: (plan, { rotation, position: positionId }) => {
      const { position } = positionIn(byId(plan, rotation)?.subareas, positionId);
      return `${position?.name ?? 'Position'} deleted`;
    },
  }),
};
