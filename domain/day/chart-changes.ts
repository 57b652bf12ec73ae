import * as z from 'zod/mini';
import { dayChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list } from '../change/fields.ts';
import { byId, hasOwn, replace } from '../list/list.ts';
import { type Chart, chartCellLimit, chartLimit, headcount, inOrder } from '../plan/charts.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rotation } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { definePlanChange } from './plan-changes.ts';

/** What a position is to be: covered from the position `by`, closed where that is null, and a seat of its own without it. */
const cellSchema = z.strictObject({ position: id, by: z.optional(idOrNull) });
export type ChartCell = Readonly<z.output<typeof cellSchema>>;

const tooMany = (max: number) => refuse('too-many', { details: { max } });

const chartOf = (rotation: Rotation | undefined, people: number): Chart | undefined =>
  rotation?.charts?.find((chart) => chart.people === people);

function withCharts(plan: Plan, { charts: _, ...rotation }: Rotation, charts: readonly Chart[]): Plan {
  return replace(plan, charts.length > 0 ? { ...rotation, charts: inOrder(charts) } : rotation);
}

function withCells(chart: Chart, cells: readonly ChartCell[]): Outcome<Chart> {
  const coveredBy = new Map(Object.entries(chart.coveredBy));
  for (const { position, by } of cells) {
    if (by === undefined) coveredBy.delete(position);
    else coveredBy.set(position, by);
  }
  if (coveredBy.size > chartCellLimit) return tooMany(chartCellLimit);
  return done({ people: chart.people, coveredBy: Object.fromEntries(coveredBy) });
}

/** Positions that were deleted stay in a chart, so that one that comes back is there what it was. */
const cellsOf = ({ coveredBy }: Chart): readonly ChartCell[] =>
  Object.entries(coveredBy).map(([position, by]) => ({ position, by }));

export const chartChanges = {
  /** Says of these positions what they are with so many people; others keep what they are, so that two people who edit a chart both win. */
  'chart.set': definePlanChange({
    fields: { rotation: id, people: headcount, cells: list(cellSchema, chartCellLimit) },
    apply: (plan, { rotation: rotationId, people, cells }) => {
      const rotation = byId(plan, rotationId);
      if (!rotation) return refuse('rotation-missing');
      const others = (rotation.charts ?? []).filter((chart) => chart.people !== people);
      if (others.length >= chartLimit) return tooMany(chartLimit);
      const chart = withCells(chartOf(rotation, people) ?? { people, coveredBy: {} }, cells);
      return chart.ok ? done(withCharts(plan, rotation, [...others, chart.value])) : chart;
    },
    inverse: ({ rotations }, { rotation, people, cells }): Steps => {
      const chart = chartOf(byId(rotations, rotation), people);
      if (!chart) return [{ type: 'chart.remove', rotation, people }];
      const before = cells.map(({ position }): ChartCell => {
        const by = hasOwn(chart.coveredBy, position) ? chart.coveredBy[position] : undefined;
        return by === undefined ? { position } : { position, by };
      });
      return [{ type: 'chart.set', rotation, people, cells: before }];
    },
    remakes: ({ rotations }, { rotation, people }) =>
      Object.keys(chartOf(byId(rotations, rotation), people)?.coveredBy ?? {}).length / 10,
  }),
  'chart.remove': definePlanChange({
    fields: { rotation: id, people: headcount },
    apply: (plan, { rotation: rotationId, people }) => {
      const rotation = byId(plan, rotationId);
      if (!rotation) return refuse('rotation-missing');
      if (!chartOf(rotation, people)) return done(plan);
      const others = (rotation.charts ?? []).filter((chart) => chart.people !== people);
      return done(withCharts(plan, rotation, others));
    },
    inverse: ({ rotations }, { rotation, people }): Steps | null => {
      const chart = chartOf(byId(rotations, rotation), people);
      return chart ? [{ type: 'chart.set', rotation, people, cells: cellsOf(chart) }] : null;
    },
  }),
};

export const headcountChanges = {
  /** For how many people the lead sets a rotation up; null for those who can be counted on. */
  'rotation.headcount': dayChange({
    fields: { rotation: id, people: z.nullable(headcount) },
    apply: (layout, { rotation: rotationId, people }) => {
      const rotation = byId(layout.rotations, rotationId);
      if (!rotation) return refuse('rotation-missing');
      const { people: _, ...without } = rotation;
      const set = people === null ? without : { ...without, people };
      return done({ ...layout, rotations: replace(layout.rotations, set) });
    },
    inverse: ({ rotations }, { rotation: rotationId }): Steps | null => {
      const rotation = byId(rotations, rotationId);
      return rotation
        ? [{ type: 'rotation.headcount', rotation: rotationId, people: rotation.people ?? null }]
        : null;
    },
  }),
};
