import * as z from 'zod/mini';
import type { MapRecords } from '../change/define-change.ts';
import {
  id,
  idOrNull,
  list,
  minutes,
  name,
  recorded,
  type SchemaValue,
  text,
  time,
} from '../change/fields.ts';
import { compareText } from '../list/list.ts';
import { rotationLimit } from '../plan/rotation.ts';
import { nameLimit, noteLimit, parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import {
  type ClockTime,
  lengthOf,
  minutesOfDay,
  type Span,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { checkTime } from '../time/typed-times.ts';
import {
  type BreakSettings,
  type BreakSlot,
  breakCount,
  breakSlotSchema,
  fitBreaks,
  growBreaks,
} from './break.ts';
import { breakSlotLimit } from './break-limit.ts';

const shiftFields = {
  teamMember: name,
  startTime: time,
  endTime: time,
  /** The job; 'Manual' for a shift that was typed in without one. `jobOf` reads it. */
  schedule: name,
  note: text(noteLimit),
};
export type ShiftFields = SchemaValue<z.ZodMiniObject<typeof shiftFields>>;
/** Not by `z.partial`, which is code that the first load of every page would have for this alone. */
export const someShiftFields = {
  teamMember: z.optional(shiftFields.teamMember),
  startTime: z.optional(shiftFields.startTime),
  endTime: z.optional(shiftFields.endTime),
  schedule: z.optional(shiftFields.schedule),
  note: z.optional(shiftFields.note),
};

/** The schedule's values of a shift when they were last accepted; what differs was edited by hand. */
export const scheduleValuesSchema = z.strictObject({
  ...shiftFields,
  /** What managers pick shifts by. */
  role: name,
  /** What the schedule calls the person, if it has ids for people. */
  person: z.optional(id),
  /** What the schedule calls the shift, where that is not the shift's own id: a person said that it is the same. */
  id: z.optional(id),
});
export type ScheduleValues = SchemaValue<typeof scheduleValuesSchema>;

export const fieldsOf = ({ teamMember, startTime, endTime, schedule, note }: ShiftFields): ShiftFields => ({
  teamMember,
  startTime,
  endTime,
  schedule,
  note,
});

export const isSameScheduleValues = (one: ScheduleValues | undefined, other: ScheduleValues): boolean =>
  one !== undefined &&
  (Object.keys(other) as (keyof ScheduleValues)[]).every((field) => one[field] === other[field]);

/** 'unsaid' is what those are told who don't run the day: why somebody is out is not for everybody. */
export const outReasons = ['sick', 'no-show', 'left-early', 'sent-home', 'unsaid'] as const;
export type OutReason = (typeof outReasons)[number];

/** A position of a rotation that somebody had for a part of it. */
const workedSeatSchema = z.strictObject({ rotation: id, position: id });
export type WorkedSeat = SchemaValue<typeof workedSeatSchema>;

/** A meal is usually unpaid, a rest paid. */
export const breakKinds = ['meal', 'rest'] as const;
export type BreakKind = (typeof breakKinds)[number];

/** Why somebody is not here. The shift stays; its seats from `from` on become free. */
export const callOutSchema = z.strictObject({
  reason: z.enum(outReasons),
  from: time,
  /** Where they stood until then, in rotations that went on: those seats are free, but the work was done. */
  stood: z.optional(list(workedSeatSchema, rotationLimit)),
  ...recorded,
});
export type CallOut = SchemaValue<typeof callOutSchema>;

export const latenessSchema = z.strictObject({ expected: z.nullable(time), ...recorded });
export type Lateness = SchemaValue<typeof latenessSchema>;

const reliefSchema = z.strictObject({ position: id, from: time, to: time, by: idOrNull });

/** `row`: of the law that asks for it, missing for the team's own rule. `relief`: who takes the seats meanwhile; null for nobody. */
export const plannedBreakSchema = z.strictObject({
  kind: z.enum(breakKinds),
  row: z.optional(name),
  start: time,
  minutes,
  relief: list(reliefSchema, rotationLimit),
});
export type StoredPlannedBreak = SchemaValue<typeof plannedBreakSchema>;

/** A break that nobody takes: done without by agreement, or missed. */
export const skips = ['waived', 'missed'] as const;
export type Skip = (typeof skips)[number];
const skippedSchema = z.strictObject({ slot: z.number(), how: z.enum(skips), ...recorded });
export type SkippedBreak = SchemaValue<typeof skippedSchema>;

/** One person's work on one day. */
export const shiftSchema = z.strictObject({
  id,
  ...shiftFields,
  /** Where it came from: 'manual', 'walk-in', 'csv', 'hotschedules' ... */
  provider: name,
  breaks: list(breakSlotSchema, breakSlotLimit),
  told: z.optional(scheduleValuesSchema),
  person: z.optional(id),
  out: z.optional(callOutSchema),
  late: z.optional(latenessSchema),
  /** When its breaks are planned, in their order: the first for the first slot. */
  planned: z.optional(list(plannedBreakSchema, breakSlotLimit)),
  /** By slot. Of a break that was taken all the same, it means nothing. */
  skipped: z.optional(list(skippedSchema, breakSlotLimit)),
});
export type Shift = SchemaValue<typeof shiftSchema>;

/** How long a break lasts: as it is planned, else as every break of the day. */
export const slotMinutes = (
  { planned }: Pick<Shift, 'planned'>,
  slot: number,
  { breakTimerMinutes }: Pick<BreakSettings, 'breakTimerMinutes'>,
): number => planned?.[slot]?.minutes ?? breakTimerMinutes;

/** When a planned break begins, in minutes after the shift's start; null for one of other times than the shift's. */
export function minuteInto(shift: TimeRange, { start }: Pick<StoredPlannedBreak, 'start'>): number | null {
  const into = (toMinutes(start) - toMinutes(shift.startTime) + minutesOfDay) % minutesOfDay;
  return into < lengthOf(shift) ? into : null;
}

/** How many breaks a shift has: those that its length earns, and at least those that are planned within its times. */
export function breaksDue(shift: TimeRange & Pick<Shift, 'planned'>, breakMinMinutes: number): number {
  const isInIt = (shift.planned ?? []).map((planned) => minuteInto(shift, planned) !== null);
  const last = isInIt.lastIndexOf(true);
  return Math.max(breakCount(shift, breakMinMinutes), Math.min(breakSlotLimit, last + 1));
}

/** What is said of a break that nobody took. */
export const skipOf = (
  { breaks, skipped }: Pick<Shift, 'breaks' | 'skipped'>,
  slot: number,
): SkippedBreak | undefined =>
  breaks[slot] === null ? skipped?.find((each) => each.slot === slot) : undefined;

/** The first break that is still to be taken; -1 without one. */
export const nextSlot = (shift: Pick<Shift, 'breaks' | 'skipped'>): number =>
  shift.breaks.findIndex((slot, index) => slot === null && !skipOf(shift, index));

/** What HotSchedules' shifts are called here; the hosted product kept the number alone. */
export const hotSchedulesId = (id: string): string =>
  id.startsWith('hotschedules:') ? id : `hotschedules:${id}`;

/** What the schedule of a shift's provider calls it. */
export const scheduleIdOf = ({ id, provider, told }: Pick<Shift, 'id' | 'provider' | 'told'>): string =>
  told?.id ?? (provider === 'hotschedules' ? hotSchedulesId(id) : id);

/** A place on a rotation's positions; `before` is the shift that sits behind it there. */
export interface Seat {
  readonly rotation: string;
  readonly position: string;
  readonly before: string | null;
}

export function mapShiftRecords(shift: Shift, { taken, said }: MapRecords): Shift {
  const { id, breaks, out, late, skipped } = shift;
  return {
    ...shift,
    breaks: breaks.map((slot) => taken(id, slot)),
    ...(out && { out: said(id, out) }),
    ...(late && { late: said(id, late) }),
    ...(skipped && { skipped: skipped.map((each) => said(id, each)) }),
  };
}

/** What a shift is stored with that was typed in without a job. */
export const noJob = 'Manual';

/** The job of a shift as people read it; '' without one. */
export const jobOf = ({ schedule }: Pick<Shift, 'schedule'>): string =>
  schedule.trim() === noJob ? '' : schedule.trim();

export function manualShift(
  id: string,
  teamMember: string,
  { startTime, endTime }: TimeRange,
  { job = '', note = '' }: { job?: string; note?: string } = {},
): Shift {
  return {
    id,
    teamMember,
    startTime,
    endTime,
    schedule: job.trim() || noJob,
    note: note.trim(),
    provider: 'manual',
    breaks: [],
  };
}

/** The shift as another person's; null for nobody that is known, undefined to leave it. */
export function withPerson(shift: Shift, person: string | null | undefined): Shift {
  if (person === undefined) return shift;
  const { person: _, ...rest } = shift;
  return person === null ? rest : { ...rest, person };
}

/** A shift as it is stored: names trimmed, times checked, at least as many breaks as its length earns. */
export function parseShift(shift: Shift, breakMinMinutes: number): Outcome<Shift> {
  const teamMember = parseName(shift.teamMember, 'teamMember', 'name-missing');
  if (!teamMember.ok) return teamMember;
  for (const field of ['startTime', 'endTime'] as const) {
    const time = checkTime(shift[field], field);
    if (!time.ok) return time;
  }
  if (shift.note.length > noteLimit)
    return refuse('text-too-long', { field: 'note', details: { max: noteLimit } });
  if (shift.schedule.length > nameLimit || shift.provider.length > nameLimit) {
    return refuse('text-too-long', { field: 'schedule', details: { max: nameLimit } });
  }
  if (shift.breaks.length > breakSlotLimit) return refuse('too-many', { details: { max: breakSlotLimit } });
  const attendance = checkAttendance(shift);
  if (!attendance.ok) return attendance;
  const planned = checkPlanned(shift.planned ?? []);
  if (!planned.ok) return planned;
  const breaks = growBreaks(shift.breaks, breaksDue(shift, breakMinMinutes));
  return done({ ...shift, teamMember: teamMember.value, breaks });
}

export function checkAttendance({ out, late }: Pick<Shift, 'out' | 'late'>): Outcome<unknown> {
  const from = out ? checkTime(out.from, 'from') : done('');
  if (!from.ok) return from;
  return late && late.expected !== null ? checkTime(late.expected, 'expected') : done('');
}

/** In minutes. */
const longestBreak = 1_440;

export function checkPlanned(planned: readonly StoredPlannedBreak[]): Outcome<unknown> {
  if (planned.length > breakSlotLimit) return refuse('too-many', { details: { max: breakSlotLimit } });
  for (const { start, minutes, relief } of planned) {
    if (!Number.isInteger(minutes) || minutes < 0 || minutes > longestBreak) {
      return refuse('minutes-unreadable', { field: 'minutes', details: { max: longestBreak } });
    }
    for (const at of [start, ...relief.flatMap(({ from, to }) => [from, to])]) {
      const time = checkTime(at, 'start');
      if (!time.ok) return time;
    }
  }
  return done(null);
}

/** The breaks that an edited shift keeps: new times fit the unused ones. */
export function breaksAfter(before: Shift, edited: TimeRange, breakMinMinutes: number): readonly BreakSlot[] {
  const sameTimes = edited.startTime === before.startTime && edited.endTime === before.endTime;
  return sameTimes
    ? before.breaks
    : fitBreaks(before.breaks, breaksDue({ ...before, ...edited }, breakMinMinutes));
}

type Sortable = TimeRange & Pick<Shift, 'teamMember' | 'id'>;

/** By start, then end, then name; the id decides between equals, so that every copy has one order. */
export function sortShifts<Each extends Sortable>(
  shifts: readonly Each[],
  dayStart: ClockTime,
): readonly Each[] {
  return shifts
    .map((shift) => placed(shift, dayStart))
    .sort(comparePlaced)
    .map(({ shift }) => shift);
}

/** Shifts that are in order, with one more in its place. */
export function insertShift<Each extends Sortable>(
  shifts: readonly Each[],
  added: Each,
  dayStart: ClockTime,
): readonly Each[] {
  const mine = placed(added, dayStart);
  let [from, to] = [0, shifts.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (comparePlaced(placed(shifts[middle] as Each, dayStart), mine) < 0) from = middle + 1;
    else to = middle;
  }
  return [...shifts.slice(0, from), added, ...shifts.slice(from)];
}

interface Placed<Each extends Sortable> {
  readonly shift: Each;
  readonly span: Span;
}

const placed = <Each extends Sortable>(shift: Each, dayStart: ClockTime): Placed<Each> => ({
  shift,
  span: spanOf(shift, dayStart),
});

const comparePlaced = (a: Placed<Sortable>, b: Placed<Sortable>): number =>
  a.span.start - b.span.start ||
  a.span.end - b.span.end ||
  compareText(a.shift.teamMember, b.shift.teamMember) ||
  compareText(a.shift.id, b.shift.id);
