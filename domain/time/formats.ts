import { type ClockTime, fromMinutes, type TimeRange, toMinutes } from './clock-time.ts';
import type { IsoDate } from './date.ts';

export const clockFormats = ['h:mm AM/PM', 'H:mm'] as const;
export type ClockFormat = (typeof clockFormats)[number];

export const dateFormats = ['M/D/YYYY', 'D/M/YYYY', 'D.M.YYYY', 'YYYY-MM-DD'] as const;
export type DateFormat = (typeof dateFormats)[number];

/** How a team's screens write times and dates. Stored ones, the API, and files stay as they are. */
export interface Formats {
  readonly clock: ClockFormat;
  readonly date: DateFormat;
}

/** Shows how each format writes. */
export const sampleTime: ClockTime = '3:30 PM';
export const sampleDate: IsoDate = '2026-12-31';

export const defaultFormats: Formats = { clock: 'h:mm AM/PM', date: 'M/D/YYYY' };

/** '3:30 PM' as '15:30'. What is no clock time stays as it is. */
export function formatTime(time: ClockTime, clock: ClockFormat): string {
  const minutes = toMinutes(time);
  return clock === 'h:mm AM/PM' || fromMinutes(minutes) !== time ? time : twentyFourHour(minutes);
}

const twentyFourHour = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** '10:30 AM' as '10:30a', '2:00 PM' as '2p', or '10:30' and '14:00': for pills and cards. */
export function formatShortTime(time: ClockTime, clock: ClockFormat): string {
  if (clock === 'H:mm') return formatTime(time, clock);
  const [, hour, minutes, half] = /^(\d+):(\d\d) ([AP])M$/.exec(time) ?? [];
  if (half === undefined) return time;
  return `${hour}${minutes === '00' ? '' : `:${minutes}`}${half.toLowerCase()}`;
}

/** '9a–5p'. */
export const formatShortRange = ({ startTime, endTime }: TimeRange, clock: ClockFormat): string =>
  `${formatShortTime(startTime, clock)}–${formatShortTime(endTime, clock)}`;

/** '3:30' or '15:30', where nobody wonders which half of the day it is. `minute` counts from midnight. */
export const formatBareTime = (minute: number, clock: ClockFormat): string =>
  formatTime(fromMinutes(minute), clock).replace(/ [AP]M$/, '');

const written = /^(\d{4})-(\d\d)-(\d\d)$/;

/** '11/21/2026' for 2026-11-21. What is no date stays as it is. */
export const formatDate = (date: IsoDate, format: DateFormat): string => ordered(date, format, true);

/** '11/21' for 2026-11-21. */
export const formatDayOfYear = (date: IsoDate, format: DateFormat): string => ordered(date, format, false);

function ordered(date: IsoDate, format: DateFormat, hasYear: boolean): string {
  const [, year, month, day] = written.exec(date) ?? [];
  if (year === undefined) return date;
  const [m, d] = [Number(month), Number(day)];
  if (format === 'YYYY-MM-DD') return hasYear ? date : `${month}-${day}`;
  if (format === 'D.M.YYYY') return `${d}.${m}.${hasYear ? year : ''}`;
  return [...(format === 'M/D/YYYY' ? [m, d] : [d, m]), ...(hasYear ? [year] : [])].join('/');
}
