import { type Rotation, seatedIn } from '../plan/rotation.ts';
import {
  type ClockTime,
  contains,
  fromMinutes,
  minutesOfDay,
  overlaps,
  type Span,
  spanOf,
  spansOverlap,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { type IsoDate, instantOf, minutesInto } from '../time/date.ts';
import { type BreakSlot, endedBreak } from './break.ts';
import { type Shift, slotMinutes } from './shift.ts';

type Attended = TimeRange & Pick<Shift, 'out' | 'late'>;

/** A time of day in minutes of the business day; during a shift that goes on into the next day, that day's. */
function minuteOn(shift: TimeRange, time: ClockTime, dayStart: ClockTime): number {
  const minute = toMinutes(time) < toMinutes(dayStart) ? toMinutes(time) + minutesOfDay : toMinutes(time);
  const nextDay = minute + minutesOfDay;
  return contains(spanOf(shift, dayStart), nextDay) ? nextDay : minute;
}

/** From when somebody is out, in minutes of the business day; null if they aren't. */
export const outMinute = (shift: Attended, dayStart: ClockTime): number | null =>
  shift.out ? minuteOn(shift, shift.out.from, dayStart) : null;

/** In minutes of the business day, from when a late person is expected and until they are out. Null if that is never. */
export function presentSpan(shift: Attended, dayStart: ClockTime): Span | null {
  const span = spanOf(shift, dayStart);
  const expected = shift.late?.expected ?? null;
  const start = expected === null ? span.start : Math.max(span.start, minuteOn(shift, expected, dayStart));
  const end = Math.min(span.end, outMinute(shift, dayStart) ?? span.end);
  return start < end ? { start, end } : null;
}

/** Who is late and said no time isn't counted on until they are here. */
export const certainSpan = (shift: Attended, dayStart: ClockTime): Span | null =>
  shift.late?.expected === null ? null : presentSpan(shift, dayStart);

/** The instant at which somebody leaves: at the end of their shift, or when they are out. */
export function leavesAt(
  shift: Attended,
  { date, dayStart }: { readonly date: IsoDate; readonly dayStart: ClockTime },
  timeZone: string,
): number {
  const { end } = spanOf(shift, dayStart);
  return instantOf(date, Math.min(end, outMinute(shift, dayStart) ?? end), timeZone);
}

type Dated = { readonly date: IsoDate; readonly dayStart: ClockTime };

/** How long a shift is in minutes that pass: in the night in which clocks change, an hour less or more than by the clock. */
export const scheduledMinutes = (shift: TimeRange, day: Dated, timeZone: string): number =>
  minutesPassing(spanOf(shift, day.dayStart), day, timeZone);

/** How long somebody is there, likewise: from when a late person is expected, and until they are out. */
export function presentMinutes(shift: Attended, day: Dated, timeZone: string): number {
  const span = presentSpan(shift, day.dayStart);
  return span ? minutesPassing(span, day, timeZone) : 0;
}

const minutesPassing = ({ start, end }: Span, { date }: Dated, timeZone: string): number =>
  (instantOf(date, end, timeZone) - instantOf(date, start, timeZone)) / 60_000;

/** The breaks as they stand at a moment: the one that ran when its person left ended then. */
export function breaksAt(
  shift: Attended & Pick<Shift, 'breaks' | 'planned'>,
  day: { readonly date: IsoDate; readonly dayStart: ClockTime; readonly breakTimerMinutes: number },
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): readonly BreakSlot[] {
  const leaves = leavesAt(shift, day, timeZone);
  return shift.breaks.map((slot, index) => endedBreak(slot, slotMinutes(shift, index, day), now, leaves));
}

/** Whether somebody is there at a minute of the business day. */
export function isThere(shift: Attended, minute: number, dayStart: ClockTime): boolean {
  const span = presentSpan(shift, dayStart);
  return span !== null && contains(span, minute);
}

/** Whether somebody who is out is out for some of the rotation, so that they can't have a seat in it. */
export function isOutDuring(shift: Attended, rotation: TimeRange, dayStart: ClockTime): boolean {
  const from = outMinute(shift, dayStart);
  return from !== null && spanOf(rotation, dayStart).end > from;
}

/** Whether somebody of the day is out for some of the rotation. */
export const hasSomebodyOut = (
  { shifts, dayStart }: { readonly shifts: readonly Attended[]; readonly dayStart: ClockTime },
  rotation: TimeRange,
): boolean =>
  shifts.some((shift) => overlaps(shift, rotation, dayStart) && isOutDuring(shift, rotation, dayStart));

/** Whether somebody works during some of the rotation, and isn't out. */
export const maySit = (shift: Attended, rotation: TimeRange, dayStart: ClockTime): boolean =>
  overlaps(shift, rotation, dayStart) && !isOutDuring(shift, rotation, dayStart);

/** Whether the shifts of a day go on: one of its people is there. */
export function goesOn(
  day: { readonly date: IsoDate; readonly dayStart: ClockTime; readonly shifts: readonly Shift[] },
  now: number,
  timeZone: string,
): boolean {
  const minute = minutesInto(day.date, now, timeZone);
  return day.shifts.some((shift) => isThere(shift, minute, day.dayStart));
}

/** From when a person who is marked out at a minute of the business day is out: the start, if they weren't here yet. */
export const outTime = (shift: TimeRange, minute: number, dayStart: ClockTime): ClockTime =>
  contains(spanOf(shift, dayStart), minute) ? fromMinutes(minute) : shift.startTime;

export const overlapping = (
  shifts: readonly Shift[],
  rotation: TimeRange,
  dayStart: ClockTime,
): readonly Shift[] => shifts.filter((shift) => overlaps(shift, rotation, dayStart));

/** Shifts that are there during some of the rotation, aren't out for the rest, and sit on none of its positions. */
export function unassigned(
  shifts: readonly Shift[],
  rotation: Rotation,
  dayStart: ClockTime,
): readonly Shift[] {
  const seated = seatedIn(rotation);
  const window = spanOf(rotation, dayStart);
  return shifts.filter((shift) => {
    const present = presentSpan(shift, dayStart);
    if (seated.has(shift.id) || present === null || !spansOverlap(present, window)) return false;
    return !isOutDuring(shift, rotation, dayStart);
  });
}
