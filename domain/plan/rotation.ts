import * as z from 'zod/mini';
import { id, list, name, type SchemaValue, text, time } from '../change/fields.ts';
import { hasDuplicateIds } from '../list/list.ts';
import { isBlank, parseName, withoutUnprintable } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type ClockTime, contains, isClockTime, spanOf, type TimeRange } from '../time/clock-time.ts';
import { chartLimit, chartSchema, headcount, parseCharts } from './charts.ts';

/** How many rotations a day can have. */
export const rotationLimit = 24;
/** How many shifts a day can have. */
export const shiftLimit = 2_000;
export const positionLimit = 60;

/** In characters: what paper has room for beside a position. */
export const secondDutyLimit = 60;

/** How much it matters that somebody is there, the most first. */
export const priorities = ['must', 'should', 'nice'] as const;
export type Priority = (typeof priorities)[number];

/** A place to work; `seats` holds the ids of the shifts on it, in the order they were put there. */
export const positionSchema = z.strictObject({
  id,
  name,
  /** What the person on it looks after, too: 'restock cups'. */
  secondDuty: z.optional(text(secondDutyLimit)),
  /** What is done there, of the crew's stations; missing where its name says so. */
  station: z.optional(id),
  priority: z.optional(z.enum(priorities)),
  /** No station: who sits here relieves whoever goes on break. */
  breaker: z.optional(z.literal(true)),
  seats: list(id, shiftLimit),
});
export type Position = SchemaValue<typeof positionSchema>;

export function parsePosition(position: Position): Outcome<Position> {
  const name = parseName(position.name, 'name');
  if (!name.ok) return name;
  const { id, secondDuty = '', station, priority, breaker, seats } = position;
  const planned = plannedWith({ id, name: name.value, seats }, { station, priority, breaker });
  return withSecondDuty(planned, secondDuty);
}

/** What a planner knows of a position; null and false take away what it had, undefined leaves it. */
export interface Planning {
  readonly station?: string | null | undefined;
  readonly priority?: Priority | null | undefined;
  readonly breaker?: boolean | undefined;
}

export function plannedWith(position: Position, to: Planning): Position {
  const { station: oldStation, priority: oldPriority, breaker: wasBreaker, seats, ...rest } = position;
  const { station = oldStation, priority = oldPriority, breaker = wasBreaker } = to;
  return {
    ...rest,
    ...(station && { station }),
    ...(priority && { priority }),
    ...(breaker && { breaker }),
    seats,
  };
}

/** '' for none. */
export function parseSecondDuty(typed: string): Outcome<string> {
  const secondDuty = withoutUnprintable(typed).trim();
  return secondDuty.length > secondDutyLimit
    ? refuse('text-too-long', { field: 'secondDuty', details: { max: secondDutyLimit } })
    : done(isBlank(secondDuty) ? '' : secondDuty);
}

export function withSecondDuty(position: Position, typed: string): Outcome<Position> {
  const parsed = parseSecondDuty(typed);
  if (!parsed.ok) return parsed;
  const { secondDuty: _, ...without } = position;
  return done(parsed.value === '' ? without : { ...without, secondDuty: parsed.value });
}

export const subareaLimit = 24;

/** A part of the restaurant with its positions, in the order they are shown. */
export const subareaSchema = z.strictObject({ id, name, positions: list(positionSchema, positionLimit) });
export type Subarea = SchemaValue<typeof subareaSchema>;

export function parseSubarea(subarea: Subarea): Outcome<Subarea> {
  const name = parseName(subarea.name, 'name');
  if (!name.ok) return name;
  if (hasDuplicateIds(subarea.positions)) return refuse('position-exists');
  if (subarea.positions.length > positionLimit)
    return refuse('too-many', { details: { max: positionLimit } });
  const positions: Position[] = [];
  for (const each of subarea.positions) {
    const position = parsePosition(each);
    if (!position.ok) return position;
    positions.push(position.value);
  }
  return done({ id: subarea.id, name: name.value, positions });
}

export const rotationSchema = z.strictObject({
  id,
  name,
  startTime: time,
  endTime: time,
  subareas: list(subareaSchema, subareaLimit),
  charts: z.optional(list(chartSchema, chartLimit)),
  /** For how many people the lead set it up; missing where the schedule says it. */
  people: z.optional(headcount),
});
export type Rotation = SchemaValue<typeof rotationSchema>;

/** Name and times as they are stored, or 'Invalid name or time'. */
export function parseRotationForm(form: { name: string } & TimeRange): Outcome<{ name: string } & TimeRange> {
  const name = parseName(form.name, 'name', 'invalid-name-or-time');
  if (!name.ok) return name;
  if (!isClockTime(form.startTime)) return refuse('invalid-name-or-time', { field: 'startTime' });
  if (!isClockTime(form.endTime)) return refuse('invalid-name-or-time', { field: 'endTime' });
  return done({ name: name.value, startTime: form.startTime, endTime: form.endTime });
}

export function parseRotation(rotation: Rotation): Outcome<Rotation> {
  const form = parseRotationForm(rotation);
  if (!form.ok) return form;
  if (rotation.subareas.length > subareaLimit) return refuse('too-many', { details: { max: subareaLimit } });
  const subareas: Subarea[] = [];
  for (const each of rotation.subareas) {
    const subarea = parseSubarea(each);
    if (!subarea.ok) return subarea;
    subareas.push(subarea.value);
  }
  const charts = parseCharts(rotation.charts ?? []);
  const checked = {
    id: rotation.id,
    ...form.value,
    subareas,
    ...(charts.length > 0 && { charts }),
    ...(rotation.people !== undefined && { people: rotation.people }),
  };
  if (hasDuplicateIds(subareas)) return refuse('subarea-exists');
  return hasDuplicateIds(positionsOf(checked)) ? refuse('position-exists') : done(checked);
}

export const positionsOf = (rotation: Rotation): readonly Position[] =>
  rotation.subareas.flatMap((subarea) => subarea.positions);

export const seatedIn = (rotation: Rotation): ReadonlySet<string> =>
  new Set(positionsOf(rotation).flatMap((position) => position.seats));

interface PositionInSubarea {
  readonly subarea: Subarea;
  readonly position: Position;
}

/** The position that a shift has. Nothing is made, since it is asked for each rotation of a day. */
export function positionOf(rotation: Rotation, shift: string): Position | undefined {
  for (const { positions } of rotation.subareas) {
    for (const position of positions) if (position.seats.includes(shift)) return position;
  }
  return undefined;
}

/** Where everybody sits, by shift. */
export const positionsByShift = (rotation: Rotation): ReadonlyMap<string, PositionInSubarea> =>
  new Map(
    rotation.subareas.flatMap((subarea) =>
      subarea.positions.flatMap((position) =>
        position.seats.map((shift) => [shift, { subarea, position }] as const),
      ),
    ),
  );

/** In order of their start. */
export const inTime = (rotations: readonly Rotation[], dayStart: ClockTime): readonly Rotation[] =>
  [...rotations].sort((one, other) => spanOf(one, dayStart).start - spanOf(other, dayStart).start);

/** So that a list in order of time stays in it; null is the end. */
export function placeInTime(
  others: readonly Rotation[],
  range: TimeRange,
  dayStart: ClockTime,
): string | null {
  const start = spanOf(range, dayStart).start;
  return others.find((other) => spanOf(other, dayStart).start > start)?.id ?? null;
}

/** Whether the rotations are in order of start; people may have reordered them. */
export const isInTime = (rotations: readonly Rotation[], dayStart: ClockTime): boolean =>
  rotations.every((rotation, index) => {
    const before = rotations[index - 1];
    return !before || spanOf(before, dayStart).start <= spanOf(rotation, dayStart).start;
  });

/** The rotation that is now, else the next to begin, else the last; `minutes` are those into the layout's date. */
export function rotationAt(
  rotations: readonly Rotation[],
  minutes: number,
  dayStart: ClockTime,
): Rotation | undefined {
  const current = rotations.find((rotation) => contains(spanOf(rotation, dayStart), minutes));
  if (current) return current;
  const inOrder = inTime(rotations, dayStart);
  return inOrder.find((each) => spanOf(each, dayStart).start > minutes) ?? inOrder[inOrder.length - 1];
}
