import type { ClockTime } from '../time/clock-time.ts';
import { addDays, businessDay, type IsoDate, minutesInto, weekday } from '../time/date.ts';

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** Which template an area's layouts have on a weekday. */
export interface WeekdayTemplate {
  readonly day: Weekday;
  readonly area: string;
  /** The template's id; it may have been deleted since. */
  readonly template: string;
}

/** In one order, each weekday and area once, and only areas that the team has. */
export function parseWeekdays(
  list: readonly WeekdayTemplate[],
  areas: readonly string[],
): readonly WeekdayTemplate[] {
  const byPlace = new Map<string, WeekdayTemplate>();
  for (const { day, area, template } of list) {
    if (areas.includes(area))
      byPlace.set(JSON.stringify([weekdays.indexOf(day), area]), { day, area, template });
  }
  return [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** The id of the template that an area has on a date's weekday. */
export const templateOn = (
  list: readonly WeekdayTemplate[],
  date: IsoDate,
  area: string,
): string | undefined => list.find((each) => each.day === weekday(date) && each.area === area)?.template;

/** In minutes from midnight: when tomorrow's layouts are made. */
const noon = 12 * 60;

/** The date whose layouts are due: tomorrow's from noon on, and until then today's, if a server was off at noon. */
export function dateDue(
  { timeZone, dayStart }: { readonly timeZone: string; readonly dayStart: ClockTime },
  now: number,
): IsoDate {
  const today = businessDay(now, timeZone, dayStart);
  return minutesInto(today, now, timeZone) >= noon ? addDays(today, 1) : today;
}
