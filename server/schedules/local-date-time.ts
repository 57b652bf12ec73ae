import { parseTime, toMinutes } from '../../domain/time/clock-time.ts';
import { type IsoDate, isIsoDate, isTimeZone, wallClock } from '../../domain/time/date.ts';

/** A date and time on a store's clock, as returned by `wallClock` in domain/time/date.ts. */
export interface LocalDateTime {
  readonly date: IsoDate;
  /** Minutes after midnight; 1440 and more is on the next day. */
  readonly minutes: number;
}

/** Epoch milliseconds at which the day `days` after `date` starts in a time zone. */
export const startOfDay = (date: IsoDate, days: number, timeZone: string): number =>
  Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(timeZone).epochMilliseconds;

/** Null for an invalid timestamp. */
export const toLocalDateTime = (at: number, timeZone: string): LocalDateTime | null =>
  Number.isNaN(new Date(at).getTime()) ? null : wallClock(at, timeZone);

/** Null unless both the date and the time are valid. */
export function parseLocalDateTime(date: string, time: string): LocalDateTime | null {
  const parsed = parseTime(time);
  return parsed !== null && isIsoDate(date) ? { date, minutes: toMinutes(parsed) } : null;
}

/** The time zone a provider sent; null if it isn't an IANA name we know. */
export const knownTimeZone = (name: string): string | null => (isTimeZone(name) ? name : null);
