import {
  type ChangeDefinition,
  defineChange,
  type FieldsOf,
  type Shape,
  type Steps,
} from '../change/define-change.ts';
import type { Layout } from '../day/layout.ts';
import { settleRotations } from '../day/staffed-day.ts';
import { byId } from '../list/list.ts';
import { done, type Outcome } from '../problem/problem.ts';
import type { Template } from '../team/template.ts';
import { mapRotations, mapSeatsIn, type Plan } from './plan.ts';
import { seatsFreed } from './plan-standing.ts';
import { positionsOf, type Rotation } from './rotation.ts';

type Planned = Template | Layout;

interface PlanChangeDefinition<Fields extends Shape> {
  readonly fields: Fields;
  /** Can it bring people onto positions, or change who works during a rotation? */
  readonly unsettles?: true;
  readonly apply: (plan: Plan, change: FieldsOf<Fields>) => Outcome<Plan>;
  readonly inverse: (before: Planned, change: FieldsOf<Fields>, after: Planned) => Steps | null;
  readonly describe: (before: Plan, change: FieldsOf<Fields>, after: Plan) => string;
  readonly cost?: ChangeDefinition<'template' | 'layout', Fields>['cost'];
}

/** A change of the rotations of a template, where nobody has a seat, or of a layout. */
export const definePlanChange = <const Fields extends Shape>({
  unsettles,
  apply,
  describe: describePlan,
  ...definition
}: PlanChangeDefinition<Fields>): ChangeDefinition<'template' | 'layout', Fields> =>
  defineChange({
    ...definition,
    fits: ['template', 'layout'],
    may: 'manager',
    apply: (body, change): Outcome<Planned> => {
      const plan = apply(body.rotations, change);
      if (!plan.ok) return plan;
      if (body.kind === 'layout' && !unsettles) return done({ ...body, rotations: plan.value });
      const rotations = body.kind === 'layout' ? settled(body, plan.value) : unseated(body, plan.value);
      return done({ ...body, rotations });
    },
    describe: (before, change, after) => {
      const said = describePlan(before?.rotations ?? [], change, after?.rotations ?? []);
      const freed = before && after ? seatsFreed(before.rotations, after.rotations) : 0;
      return freed > 0 ? `${said}. ${freed === 1 ? '1 person' : `${freed} people`} unassigned` : said;
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
  plan.map((rotation) => (template.rotations.includes(rotation) ? rotation : mapSeatsIn(rotation, () => [])));
