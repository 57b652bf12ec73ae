import * as z from 'zod/mini';
import { oneRotation, settleRotation } from '../change/cost.ts';
import type { Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name, time } from '../change/fields.ts';
import { seatsLost } from '../day/seats-lost.ts';
import { byId, insertBefore, nextIdAfter, replace, without } from '../list/list.ts';
import { done, refuse } from '../problem/problem.ts';
import { definePlanChange } from './define-plan-change.ts';
import { addRotation } from './plan.ts';
import { describeMove } from './plan-standing.ts';
import { parseRotationForm, type Rotation } from './rotation.ts';
import { subareaLimit } from './subarea.ts';
import { subareaSchema } from './subarea-changes.ts';

export const rotationSchema: z.ZodMiniType<Rotation> = z.strictObject({
  id,
  name,
  startTime: time,
  endTime: time,
  subareas: list(subareaSchema, subareaLimit),
});

export const rotationChanges = {
  'rotation.add': definePlanChange({
    fields: { rotation: rotationSchema, before: idOrNull },
    unsettles: true,
    apply: (plan, { rotation, before }) => addRotation(plan, rotation, before),
    inverse: (_, { rotation }): Steps => [{ type: 'rotation.delete', rotation: rotation.id }],
    describe: (_, { rotation }) => `${rotation.name} added`,
    cost: (size, { rotation }) => oneRotation(size, rotation),
  }),
  'rotation.edit': definePlanChange({
    fields: {
      rotation: id,
      name: z.optional(name),
      startTime: z.optional(time),
      endTime: z.optional(time),
    },
    unsettles: true,
    apply: (plan, change) => {
      const rotation = byId(plan, change.rotation);
      if (!rotation) return refuse('rotation-missing');
      const form = parseRotationForm({
        name: change.name ?? rotation.name,
        startTime: change.startTime ?? rotation.startTime,
        endTime: change.endTime ?? rotation.endTime,
      });
      return form.ok ? done(replace(plan, { ...rotation, ...form.value })) : form;
    },
    inverse: (before, change, after): Steps | null => {
      const rotation = byId(before.rotations, change.rotation);
      if (!rotation) return null;
      const edited = (['name', 'startTime', 'endTime'] as const).filter(
        (field) => change[field] !== undefined,
      );
      const fields = Object.fromEntries(edited.map((field) => [field, rotation[field]]));
      // Of all changes of a plan, new times alone take people off positions that stay.
      return [
        { type: 'rotation.edit', rotation: rotation.id, ...fields },
        ...seatsLost(before.rotations, after.rotations),
      ];
    },
    describe: (plan, { rotation, name }) =>
      `${(name ?? byId(plan, rotation)?.name ?? 'Rotation').trim()} saved`,
    cost: settleRotation,
  }),
  'rotation.move': definePlanChange({
    fields: { rotation: id, before: idOrNull },
    apply: (plan, { rotation: rotationId, before }) => {
      const rotation = byId(plan, rotationId);
      if (!rotation) return refuse('rotation-missing');
      return done(before === rotationId ? plan : insertBefore(without(plan, rotationId), rotation, before));
    },
    inverse: ({ rotations }, { rotation }): Steps => [
      { type: 'rotation.move', rotation, before: nextIdAfter(rotations, rotation) },
    ],
    describe: (_, { rotation }, after) => describeMove(after, { kind: 'rotation', rotation }),
  }),
  'rotation.delete': definePlanChange({
    fields: { rotation: id },
    apply: (plan, { rotation }) => done(byId(plan, rotation) ? without(plan, rotation) : plan),
    inverse: ({ rotations }, { rotation: rotationId }): Steps | null => {
      const rotation = byId(rotations, rotationId);
      const before = nextIdAfter(rotations, rotationId);
      return rotation ? [{ type: 'rotation.add', rotation, before }] : null;
    },
    describe: (plan, { rotation }) => `${byId(plan, rotation)?.name ?? 'Rotation'} deleted`,
  }),
};
