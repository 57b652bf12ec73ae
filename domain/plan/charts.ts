import * as z from 'zod/mini';
import { id, idOrNull, type SchemaValue } from '../change/fields.ts';
import type { Rotation } from './rotation.ts';

/** How many charts a rotation can have: one for each number of people that its plan differs for. */
export const chartLimit = 40;
/** How many positions a chart can say something of: more than any rotation of a restaurant has. */
export const chartCellLimit = 1_440;

export const headcountLimit = 2_000;
/** A number of people. */
export const headcount = z
  .number()
  .check(z.refine(Number.isInteger), z.minimum(0), z.maximum(headcountLimit));

/**
 * How a rotation is run with so many people. `coveredBy`: the position that covers another one, null for one that is closed; a position
 * that is not in it is a seat of its own. Positions that the rotation doesn't have anymore mean nothing.
 */
export const chartSchema = z.strictObject({
  people: headcount,
  coveredBy: z.record(id, idOrNull).check(z.refine((cells) => Object.keys(cells).length <= chartCellLimit)),
});
export type Chart = SchemaValue<typeof chartSchema>;

/** In the order of their numbers, one for each. */
export const parseCharts = (charts: readonly Chart[]): readonly Chart[] =>
  inOrder([...new Map(charts.map((chart) => [chart.people, chart])).values()]).slice(0, chartLimit);

export const inOrder = (charts: readonly Chart[]): readonly Chart[] =>
  [...charts].sort((one, other) => one.people - other.people);

/** What a position is in a chart: a seat that wants somebody, covered from another seat, or closed. */
export type Duty =
  | { readonly kind: 'seat' }
  | { readonly kind: 'covered'; readonly by: string }
  | { readonly kind: 'closed' };

/** The chart for so many people: its own, else the next lower one. Null where all positions are seats: above the highest, and below the lowest. */
export function chartFor({ charts = [] }: Pick<Rotation, 'charts'>, people: number): Chart | null {
  const lower = charts.filter((chart) => chart.people <= people);
  const highest = lower[lower.length - 1];
  const isAbove = lower.length === charts.length && highest?.people !== people;
  return highest && !isAbove ? highest : null;
}

/** What each position of a rotation is with so many people. Who covers one that is covered itself is who covers that one. */
export function dutiesFor(rotation: Rotation, people: number): ReadonlyMap<string, Duty> {
  const chart = chartFor(rotation, people);
  const ids = rotation.subareas.flatMap(({ positions }) => positions.map((position) => position.id));
  const known = new Set(ids);
  const cells = new Map(Object.entries(chart?.coveredBy ?? {}));
  return new Map(ids.map((position) => [position, dutyOf(position, cells, known)]));
}

const seat: Duty = { kind: 'seat' };

function dutyOf(
  position: string,
  cells: ReadonlyMap<string, string | null>,
  known: ReadonlySet<string>,
): Duty {
  const seen = new Set([position]);
  for (let at = position; ; ) {
    const by = cells.get(at);
    if (by === null) return { kind: 'closed' };
    // a position that was deleted covers nothing, and neither do positions that cover each other
    if (by === undefined || !known.has(by)) return at === position ? seat : { kind: 'covered', by: at };
    if (seen.has(by)) return seat;
    seen.add(by);
    at = by;
  }
}
