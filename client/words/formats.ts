import { type ClockTime, fromMinutes, type TimeRange } from '../../domain/time/clock-time.ts';
import { addDays, type IsoDate, isIsoDate, wallClock } from '../../domain/time/date.ts';
import {
  defaultFormats,
  type Formats,
  formatBareTime,
  formatDate,
  formatDayOfYear,
  formatShortRange,
  formatShortTime,
  formatTime,
} from '../../domain/time/formats.ts';
import { ObservableValue } from '../observable.ts';
import { language, words } from './words.ts';

const t = words('page');

/** Those of the chosen team. */
export const formats = new ObservableValue<Formats>(defaultFormats);

export const isOnTwentyFourHours = (): boolean => formats.get().clock === 'H:mm';

/** '3:30 PM', or as the team writes it. */
export const showTime = (time: ClockTime): string => formatTime(time, formats.get().clock);

/** The same for minutes from midnight. */
export const showMinute = (minute: number): string => showTime(fromMinutes(minute));

/** '3:30p', where there is little room. */
export const shortTime = (time: ClockTime): string => formatShortTime(time, formats.get().clock);

export const shortRange = (range: TimeRange): string => formatShortRange(range, formats.get().clock);

/** '9:00 AM – 5:00 PM'. */
export const showRange = ({ startTime, endTime }: TimeRange): string =>
  `${showTime(startTime)} – ${showTime(endTime)}`;

/** '3:30', where nobody wonders which half of the day it is. `minute` counts from midnight. */
export const bareTime = (minute: number): string => formatBareTime(minute, formats.get().clock);

/** '11/21/2026'. */
export const showDate = (date: IsoDate): string => formatDate(date, formats.get().date);

/** 'Saturday', 'Samedi': where it stands alone or first. */
export const weekday = (date: IsoDate): string => capitalized(dayName(date, 'long'));

/** 'Saturday', 'samedi': inside a sentence. */
export const weekdayInside = (date: IsoDate): string => dayName(date, 'long');

/** 'Sat 11/21'. */
export const showShortDay = (date: IsoDate): string =>
  `${dayName(date, 'short')} ${formatDayOfYear(date, formats.get().date)}`;

/** 'Yesterday, Fri 11/20', 'Tomorrow, Sun 11/22', or 'Sat 11/14' for other days; with the year if it is another one. */
export function nameDay(date: IsoDate, today: IsoDate): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const day = isThisYear ? showShortDay(date) : `${dayName(date, 'short')} ${showDate(date)}`;
  if (date === addDays(today, -1)) return t('yesterday', { day });
  return date === addDays(today, 1) ? t('tomorrow', { day }) : capitalized(day);
}

/** '11/21/2026, 9:20 AM': an instant in a time zone. */
export function showMoment(instant: number, timeZone: string): string {
  const { date, minutes } = wallClock(instant, timeZone);
  return `${showDate(date)}, ${showMinute(minutes)}`;
}

const capitalized = (text: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language.get()) + text.slice(1);

/** Creating a formatter takes a hundred times as long as using it. */
const dayNames = new Map<string, Intl.DateTimeFormat>();

function dayName(date: IsoDate, form: 'long' | 'short'): string {
  if (!isIsoDate(date)) return '';
  const name = `${language.get()} ${form}`;
  const known =
    dayNames.get(name) ?? new Intl.DateTimeFormat(language.get(), { weekday: form, timeZone: 'UTC' });
  dayNames.set(name, known);
  return known.format(new Date(`${date}T00:00:00Z`));
}
