/** A time of day as people write it: 'h:mm AM/PM'. */
export type ClockTime = string;

export const minutesOfDay = 24 * 60;

const stored = /^(1[0-2]|[1-9]):([0-5]\d) (AM|PM)$/;
const typedTwelveHour = /^(\d{1,2})(?::?([0-5]\d))?(?::[0-5]\d)? ?([ap])\.?(?:m\.?)?$/;
const typedTwentyFourHour = /^(\d{1,2})(?::([0-5]\d))(?::[0-5]\d)?$/;
const typedBare = /^([01]\d|2[0-3])([0-5]\d)$/;

export const isClockTime = (text: unknown): text is ClockTime =>
  typeof text === 'string' && stored.test(text);

/** Minutes from midnight, 0 to 1439. Text that is no clock time counts as midnight. */
export function toMinutes(time: ClockTime): number {
  const known = parsed.get(time);
  if (known !== undefined) return known;
  const match = stored.exec(time);
  if (!match) return 0;
  const minutes = (Number(match[1]) % 12) * 60 + Number(match[2]) + (match[3] === 'PM' ? 720 : 0);
  parsed.set(time, minutes);
  return minutes;
}

/** At most one entry for each minute of a day. */
const parsed = new Map<ClockTime, number>();

/** The clock time at so many minutes from midnight; whole days are dropped. */
export function fromMinutes(minutes: number): ClockTime {
  const inDay = ((Math.floor(minutes) % minutesOfDay) + minutesOfDay) % minutesOfDay;
  const hour = Math.floor(inDay / 60) % 12 || 12;
  return `${hour}:${String(inDay % 60).padStart(2, '0')} ${inDay < 720 ? 'AM' : 'PM'}`;
}

/** Parses what people type: '3p', '3:30 pm', '15:30', '1530', '09:00:00'. Null if it isn't a time. */
export function parseTime(typed: string): ClockTime | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === 'noon') return '12:00 PM';
  if (text === 'midnight') return '12:00 AM';
  const twelve = typedTwelveHour.exec(text);
  if (twelve) {
    const hour = Number(twelve[1]);
    if (hour < 1 || hour > 12) return null;
    return fromMinutes((hour % 12) * 60 + Number(twelve[2] ?? 0) + (twelve[3] === 'p' ? 720 : 0));
  }
  const twentyFour = typedTwentyFourHour.exec(text) ?? typedBare.exec(text);
  if (!twentyFour) return null;
  const hour = Number(twentyFour[1]);
  return hour > 23 ? null : fromMinutes(hour * 60 + Number(twentyFour[2]));
}

export interface TimeRange {
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
}

/** Start and end in minutes from the midnight that begins the business day; half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A start before the day's start belongs to the night after; an end at or before the start is on the next day. */
export function spanOf(range: TimeRange, dayStart: ClockTime): Span {
  const startInDay = toMinutes(range.startTime);
  const start = startInDay < toMinutes(dayStart) ? startInDay + minutesOfDay : startInDay;
  const length = (toMinutes(range.endTime) - startInDay + minutesOfDay) % minutesOfDay || minutesOfDay;
  return { start, end: start + length };
}

/** Minutes from start to end, 1 to 1440. */
export const lengthOf = (range: TimeRange): number => {
  const span = spanOf(range, '12:00 AM');
  return span.end - span.start;
};

/** '8 h', '7 h 30 min': symbols of units, which are the same in every language. */
export function showLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const spansOverlap = (one: Span, other: Span): boolean =>
  one.start < other.end && one.end > other.start;

export const overlaps = (one: TimeRange, other: TimeRange, dayStart: ClockTime): boolean =>
  spansOverlap(spanOf(one, dayStart), spanOf(other, dayStart));

/** The part of a span inside a window; null when they have none in common. */
export function clip(span: Span, window: Span): Span | null {
  const [start, end] = [Math.max(span.start, window.start), Math.min(span.end, window.end)];
  return start < end ? { start, end } : null;
}

export const contains = (span: Span, minute: number): boolean => span.start <= minute && minute < span.end;

/** Negative for spans that are apart. */
export const sharedMinutes = (one: Span, other: Span): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/** The same minutes in order, spans that overlap or touch as one. */
export function union(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged[merged.length - 1];
    if (last && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else merged.push(span);
  }
  return merged;
}
