import { nextIdAfter } from '../list/list.ts';
import { nameLimit } from '../problem/name.ts';
import { rotationLengths } from '../time/am-or-pm.ts';
import {
  type ClockTime,
  fromMinutes,
  minutesOfDay,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import type { Chart } from './charts.ts';
import type { Plan } from './plan.ts';
import {
  isInTime,
  type Position,
  placeInTime,
  positionsOf,
  type Rotation,
  type Subarea,
} from './rotation.ts';
import { findByName } from './typed-list.ts';

/** As long as the range, if there is room before the next rotation and the end of the business day. Null under half an hour. */
export function slotAfter(
  plan: readonly TimeRange[],
  range: TimeRange,
  dayStart: ClockTime,
): TimeRange | null {
  const { least } = rotationLengths;
  const spans = plan.map((each) => spanOf(each, dayStart));
  const own = spanOf(range, dayStart);
  let start = own.end;
  for (;;) {
    const inTheWay = spans.filter((span) => span.start < start + least && span.end > start);
    if (inTheWay.length === 0) break;
    start = Math.max(...inTheWay.map((span) => span.end));
  }
  const end = Math.min(
    start + own.end - own.start,
    toMinutes(dayStart) + minutesOfDay,
    ...spans.filter((span) => span.start >= start).map((span) => span.start),
  );
  if (end - start < least) return null;
  return { startTime: fromMinutes(start % minutesOfDay), endTime: fromMinutes(end % minutesOfDay) };
}

/** The slot after the last rotation of the day, for a new one; null where none is known or free. */
export function nextSlot(plan: readonly TimeRange[], dayStart: ClockTime): TimeRange | null {
  let last: TimeRange | null = null;
  for (const each of plan) {
    if (!last || spanOf(each, dayStart).end >= spanOf(last, dayStart).end) last = each;
  }
  return last && slotAfter(plan, last, dayStart);
}

const partsOfDay: readonly (readonly [from: ClockTime, name: string])[] = [
  ['9:00 PM', 'Close'],
  ['4:30 PM', 'Dinner'],
  ['2:00 PM', 'Afternoon'],
  ['10:00 AM', 'Lunch'],
  ['4:00 AM', 'Breakfast'],
  ['12:00 AM', 'Close'],
];
const namesOfParts =
  /^(open|opening|morning|breakfast|brunch|lunch|afternoon|snack|dinner|evening|late|night|late night|close|closing)( \d{1,3})?$/i;

const isPartOfDay = (name: string): boolean => namesOfParts.test(name);

/** What a rotation is called that starts then. */
const partOfDayAt = (time: ClockTime): string =>
  partsOfDay.find(([from]) => toMinutes(time) >= toMinutes(from))?.[1] ?? '';

/** 'Weekday copy'; a long name loses its end, so that the copy's fits too. */
export function copyName(name: string, mark = ' copy'): string {
  const kept = name.slice(0, nameLimit - mark.length);
  // half of a pair of code units is no letter
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd() + mark;
}

/** 'Close 2' for another 'Close', then 'Close 3'. */
export function nextName(name: string, others: readonly { readonly name: string }[]): string {
  const [, stem = name, number = '1'] = /^(.*\S) (\d{1,3})$/.exec(name) ?? [];
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  for (let next = Number(number) + 1; ; next++) {
    const free = copyName(stem, ` ${next}`);
    if (!taken.has(free.toLowerCase())) return free;
  }
}

interface CopiedOn {
  readonly dayStart: ClockTime;
  readonly newId: NewId;
}

/** In the next free time of the day. A copy of 'Lunch' is named by what its time is called, any other has the next free number. */
export function duplicateRotation(rotation: Rotation, others: Plan, { dayStart, newId }: CopiedOn): Rotation {
  const slot = slotAfter(others, rotation, dayStart);
  const part = slot && isPartOfDay(rotation.name) ? partOfDayAt(slot.startTime) : rotation.name;
  const isTaken = findByName(others, part) !== undefined;
  return {
    ...copyRotation(rotation, newId),
    ...slot,
    name: isTaken ? nextName(rotation.name, others) : part,
  };
}

/** What a copy stands before: right after the original, or by its start if the rotations are in order of time. */
export const placeOfCopy = (
  copy: Rotation,
  { id, startTime }: Rotation,
  others: Plan,
  dayStart: ClockTime,
) =>
  copy.startTime !== startTime && isInTime(others, dayStart)
    ? placeInTime(others, copy, dayStart)
    : nextIdAfter(others, id);

/** A copy of the subarea under new ids, with no one on its positions and a unique name. */
export const duplicateSubarea = (subarea: Subarea, others: readonly Subarea[], newId: NewId): Subarea => ({
  ...copySubarea(subarea, newId),
  name: nextName(subarea.name, others),
});

/** Another position like this one, with no one on it: 'Register 3' after 'Register 2'. */
export const duplicatePosition = (
  position: Position,
  others: readonly Position[],
  newId: NewId,
): Position => ({ ...position, id: newId(), name: nextName(position.name, others), seats: [] });

/** Makes ids; the caller's, since chance is not the domain's. */
export type NewId = () => string;
type SeatsNow = (seats: readonly string[]) => readonly string[];
const nobody: SeatsNow = () => [];

export const copyPlan = (plan: Plan, newId: NewId, seatsNow = nobody): Plan =>
  plan.map((rotation) => copyRotation(rotation, newId, seatsNow));

function copyRotation(rotation: Rotation, newId: NewId, seatsNow = nobody): Rotation {
  const { people: _, charts, ...rest } = rotation;
  const id = newId();
  const subareas = rotation.subareas.map((subarea) => copySubarea(subarea, newId, seatsNow));
  const copy = { ...rest, id, subareas };
  if (!charts) return copy;
  const copied = positionsOf(copy);
  const ids = new Map(positionsOf(rotation).map((position, index) => [position.id, copied[index]?.id]));
  return { ...copy, charts: charts.map((chart) => copyChart(chart, ids)) };
}

/** Of positions that are there alone: to one that is gone, no position of the copy could come back. */
const copyChart = ({ people, coveredBy }: Chart, ids: ReadonlyMap<string, string | undefined>): Chart => ({
  people,
  coveredBy: Object.fromEntries(
    Object.entries(coveredBy).flatMap(([position, by]) => {
      const [to, from] = [ids.get(position), by === null ? null : ids.get(by)];
      return to === undefined || from === undefined ? [] : [[to, from]];
    }),
  ),
});

export const copySubarea = (subarea: Subarea, newId: NewId, seatsNow = nobody): Subarea => ({
  ...subarea,
  id: newId(),
  positions: subarea.positions.map((position) => ({
    ...position,
    id: newId(),
    seats: seatsNow(position.seats),
  })),
});
