import { type ClockTime, minutesOfDay, toMinutes } from './clock-time.ts';
import { defaultFormats, formatDate } from './formats.ts';

/** A calendar day as it is stored: YYYY-MM-DD. */
export type IsoDate = string;

const form = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists, from year 1000 on. */
export function isIsoDate(text: unknown): text is IsoDate {
  if (typeof text !== 'string' || !form.test(text) || text < '1000') return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // browsers take February 30 for March 2, or for none
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** 2026-11-21 as 11/21/2026, as stored texts, exports and the API write it; other text is returned as it is. */
export const showDate = (date: IsoDate): string => formatDate(date, defaultFormats.date);

export function addDays(date: IsoDate, days: number): IsoDate {
  const match = form.exec(date);
  if (!match) return date;
  const moved = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days));
  return moved.toISOString().slice(0, 10);
}

/** 'Saturday' for 2026-11-21. */
export function weekday(date: IsoDate): string {
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  return isIsoDate(date) ? (days[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '') : '';
}

/** Creating a formatter takes a hundred times as long as using it, and screens use it at each render. */
const walls = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones: capitals spell each in thousands of ways, which would fill a server's memory. */
const mostWalls = 500;

function wallOf(timeZone: string): Intl.DateTimeFormat {
  const known = walls.get(timeZone);
  if (known) return known;
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (walls.size >= mostWalls) walls.clear();
  walls.set(timeZone, wall);
  return wall;
}

/** The local date and minutes from midnight in a time zone, at an instant in milliseconds. */
export function wallClock(now: number, timeZone: string): { date: IsoDate; minutes: number } {
  const parts = wallOf(timeZone).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '0';
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

export function startOfDate(date: IsoDate, timeZone: string): number {
  const name = `${timeZone} ${date}`;
  const known = starts.get(name);
  if (known !== undefined) return known;
  const utc = Date.parse(`${date}T00:00:00Z`);
  // Zones are at most 14 hours apart from UTC. Where clocks change at midnight, only one of the two is in the date.
  const [start = utc] = [-15, 15]
    .map((hours) => utc - minutesInto(date, utc + hours * 3_600_000, timeZone) * 60_000 + hours * 3_600_000)
    .filter((at) => wallClock(at, timeZone).date >= date)
    .sort((one, other) => one - other);
  if (starts.size >= mostStarts) starts.clear();
  starts.set(name, start);
  return start;
}

/** Searched for by `Intl`, which is slow, for each person of a day. Of dates and zones without end, all would fill the memory. */
const starts = new Map<string, number>();
const mostStarts = 100;

/** The business day at an instant: before the day's start it is still yesterday. */
export function businessDay(now: number, timeZone: string, dayStart: ClockTime): IsoDate {
  const wall = wallClock(now, timeZone);
  const start = toMinutes(dayStart);
  // When clocks go back, times are repeated, and a day that started before stays started.
  const first = instantOf(wall.date, start, timeZone);
  const isRepeated = first <= now && minutesInto(wall.date, first, timeZone) === start;
  return wall.minutes >= start || isRepeated ? wall.date : addDays(wall.date, -1);
}

/** When the business day of a date begins. */
export const startOfBusinessDay = (date: IsoDate, timeZone: string, dayStart: ClockTime): number =>
  instantOf(date, toMinutes(dayStart), timeZone);

/** Minutes from the midnight that begins `date`, at an instant; beyond 0 to 1440 on other days. */
export function minutesInto(date: IsoDate, now: number, timeZone: string): number {
  const wall = wallClock(now, timeZone);
  const days = Math.round(
    (Date.parse(`${wall.date}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 86_400_000,
  );
  return days * minutesOfDay + wall.minutes;
}

/** The instant of a minute of `date`, beyond 0 to 1440 on other days. */
export function instantOf(date: IsoDate, minute: number, timeZone: string): number {
  const guess = startOfDate(date, timeZone) + minute * 60_000;
  return guess + (minute - minutesInto(date, guess, timeZone)) * 60_000;
}

/** Cached, because `Intl` takes most of the time of a change to a team. */
const zones = new Set<string>();

export function isTimeZone(name: string): boolean {
  if (zones.has(name)) return true;
  if (name === '' || name.trim() !== name) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // cached only in the spelling of `Intl`, which has a few hundred; other spellings are unlimited
    if (timeZone === name) zones.add(name);
    return true;
  } catch {
    return false;
  }
}
