import * as z from 'zod/mini';
import {
  type ChangeDefinition,
  type FieldsOf,
  planChange,
  type Shape,
  type Steps,
} from '../change/define-change.ts';
import { id, idOrNull, name, text, time } from '../change/fields.ts';
import { byId, insertBefore, nextIdAfter, replace, without } from '../list/list.ts';
import {
  addRotation,
  changeRotation,
  emptied,
  mapRotations,
  type Plan,
  positionIn,
  withFreePeople,
} from '../plan/plan.ts';
import {
  type Position,
  parsePosition,
  parseRotationForm,
  parseSubarea,
  plannedWith,
  positionLimit,
  positionSchema,
  positionsOf,
  priorities,
  type Rotation,
  rotationSchema,
  type Subarea,
  seatedIn,
  secondDutyLimit,
  subareaLimit,
  subareaSchema,
  withSecondDuty,
} from '../plan/rotation.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import type { Template } from '../team/template.ts';
import type { Layout } from './layout.ts';
import { settleRotations } from './layout.ts';
import { lostSeats } from './seat.ts';

type Planned = Template | Layout;

type PlanChangeDefinition<Fields extends Shape> = Omit<
  ChangeDefinition<'template' | 'layout', Fields>,
  'fits' | 'may' | 'apply'
> & {
  /** Can it bring people onto positions, or change who works during a rotation? */
  readonly unsettles?: true;
  readonly apply: (plan: Plan, change: FieldsOf<Fields>) => Outcome<Plan>;
};

/** A change of the rotations of a template, where nobody has a seat, or of a layout. */
export const definePlanChange = <const Fields extends Shape>({
  unsettles,
  apply,
  ...definition
}: PlanChangeDefinition<Fields>): ChangeDefinition<'template' | 'layout', Fields> =>
  planChange({
    ...definition,
    apply: (body, change): Outcome<Planned> => {
      const plan = apply(body.rotations, change);
      if (!plan.ok) return plan;
      if (body.kind === 'layout' && !unsettles) return done({ ...body, rotations: plan.value });
      const rotations = body.kind === 'layout' ? settled(body, plan.value) : unseated(body, plan.value);
      return done({ ...body, rotations });
    },
  });

function settled(layout: Layout, plan: Plan): Plan {
  const touched = plan.filter((rotation) => !layout.rotations.includes(rotation) && isSeated(rotation));
  if (touched.length === 0) return plan;
  const rotations = settleRotations(layout, touched);
  return mapRotations(plan, (rotation) => byId(rotations, rotation.id) ?? rotation);
}

const isSeated = (rotation: Rotation): boolean => positionsOf(rotation).some(({ seats }) => seats.length > 0);

const unseated = (template: Template, plan: Plan): Plan =>
  plan.map((rotation) => (template.rotations.includes(rotation) ? rotation : emptied(rotation)));

const changeIfThere = (
  plan: Plan,
  id: string,
  change: (subareas: readonly Subarea[]) => readonly Subarea[],
): Outcome<Plan> =>
  done(mapRotations(plan, (each) => (each.id === id ? { ...each, subareas: change(each.subareas) } : each)));

const changePosition = (
  plan: Plan,
  rotation: string,
  id: string,
  change: (position: Position) => Outcome<Position>,
): Outcome<Plan> =>
  changeRotation(plan, rotation, ({ subareas }) => {
    const { home, position } = positionIn(subareas, id);
    if (!home || !position) return refuse('position-missing');
    const next = change(position);
    if (!next.ok) return next;
    return done(replace(subareas, { ...home, positions: replace(home.positions, next.value) }));
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
  }),
  'position.rename': definePlanChange({
    fields: { rotation: id, position: id, name },
    apply: (plan, { rotation, position: positionId, name: typed }) =>
      changePosition(plan, rotation, positionId, (position) => {
        const name = parseName(typed, 'name');
        return name.ok ? done({ ...position, name: name.value }) : name;
      }),
    inverse: ({ rotations }, { rotation, position: positionId }): Steps | null => {
      const { position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      return position
        ? [{ type: 'position.rename', rotation, position: positionId, name: position.name }]
        : null;
    },
  }),
  'position.duty': definePlanChange({
    fields: { rotation: id, position: id, secondDuty: text(secondDutyLimit) },
    apply: (plan, { rotation, position: positionId, secondDuty }) =>
      changePosition(plan, rotation, positionId, (position) => withSecondDuty(position, secondDuty)),
    inverse: ({ rotations }, { rotation, position: positionId }): Steps | null => {
      const { position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      const secondDuty = position?.secondDuty ?? '';
      return position ? [{ type: 'position.duty', rotation, position: positionId, secondDuty }] : null;
    },
  }),
  'position.planning': definePlanChange({
    fields: {
      rotation: id,
      position: id,
      station: z.optional(idOrNull),
      priority: z.optional(z.nullable(z.enum(priorities))),
      breaker: z.optional(z.boolean()),
    },
    apply: (plan, { rotation, position: positionId, station, priority, breaker }) =>
      changePosition(plan, rotation, positionId, (position) =>
        done(plannedWith(position, { station, priority, breaker })),
      ),
    inverse: ({ rotations }, { rotation, position: positionId, ...to }): Steps | null => {
      const { position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      if (!position) return null;
      const { station = null, priority = null, breaker = false } = position;
      return [
        {
          type: 'position.planning',
          rotation,
          position: positionId,
          ...(to.station !== undefined && { station }),
          ...(to.priority !== undefined && { priority }),
          ...(to.breaker !== undefined && { breaker }),
        },
      ];
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
  }),
  'position.delete': definePlanChange({
    fields: { rotation: id, position: id },
    apply: (plan, { rotation, position }) =>
      changeIfThere(plan, rotation, (subareas) => {
        const { home } = positionIn(subareas, position);
        return home ? replace(subareas, { ...home, positions: without(home.positions, position) }) : subareas;
      }),
    inverse: ({ rotations }, { rotation, position: positionId }): Steps | null => {
      const { home, position } = positionIn(byId(rotations, rotation)?.subareas, positionId);
      if (!home || !position) return null;
      const before = nextIdAfter(home.positions, positionId);
      return [{ type: 'position.add', rotation, subarea: home.id, position, before }];
    },
  }),
};

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
  }),
  'subarea.delete': definePlanChange({
    fields: { rotation: id, subarea: id },
    apply: (plan, { rotation, subarea }) =>
      changeIfThere(plan, rotation, (subareas) =>
        byId(subareas, subarea) ? without(subareas, subarea) : subareas,
      ),
    inverse: ({ rotations }, { rotation, subarea: subareaId }): Steps | null => {
      const subareas = byId(rotations, rotation)?.subareas ?? [];
      const subarea = byId(subareas, subareaId);
      const before = nextIdAfter(subareas, subareaId);
      return subarea ? [{ type: 'subarea.add', rotation, subarea, before }] : null;
    },
  }),
};

export const rotationChanges = {
  'rotation.add': definePlanChange({
    fields: { rotation: rotationSchema, before: idOrNull },
    unsettles: true,
    apply: (plan, { rotation, before }) => addRotation(plan, rotation, before),
    inverse: (_, { rotation }): Steps => [{ type: 'rotation.delete', rotation: rotation.id }],
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
        ...lostSeats(before.rotations, after.rotations),
      ];
    },
    cleansUp: true,
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
  }),
  'rotation.delete': definePlanChange({
    fields: { rotation: id },
    apply: (plan, { rotation }) => done(byId(plan, rotation) ? without(plan, rotation) : plan),
    inverse: ({ rotations }, { rotation: rotationId }): Steps | null => {
      const rotation = byId(rotations, rotationId);
      const before = nextIdAfter(rotations, rotationId);
      return rotation ? [{ type: 'rotation.add', rotation, before }] : null;
    },
  }),
};
