import { fromMinutes } from '../../domain/clock-time.ts';
import { addDays, type IsoDate } from '../../domain/date.ts';
import { nameLimit, noteLimit } from '../../domain/name.ts';
import type { ScheduledShift } from '../../domain/schedule.ts';
import type { ProviderSchedule } from './provider.ts';

const MINUTE = 60_000;
const DAY = 1_440;

/** A moment by a store's clock, as `wallClock` of domain/date.ts tells it. */
export interface LocalMoment {
  readonly date: IsoDate;
  /** From midnight. */
  readonly minutes: number;
}

/** Milliseconds since 1970 of the beginning of a date by a store's clock. */
export const startOfDay = (date: IsoDate, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;

/** Why a shift is left out. */
export type LeftOut = 'open' | 'draft' | 'deleted' | 'nameless' | 'too long' | 'elsewhere' | 'unreadable';

const sentences: Readonly<Record<LeftOut, (count: number) => string>> = {
  open: (count) => `${shifts(count)} that nobody works yet left out.`,
  draft: (count) => `${shifts(count)} that ${count === 1 ? 'is' : 'are'} not published left out.`,
  deleted: (count) => `${shifts(count)} that ${count === 1 ? 'was' : 'were'} cancelled left out.`,
  nameless: (count) => `${shifts(count)} without a name left out.`,
  'too long': (count) => `${shifts(count)} that would not last from 1 minute to 24 hours left out.`,
  elsewhere: (count) => `${shifts(count)} of another store left out.`,
  unreadable: (count) => `${shifts(count)} that could not be read left out.`,
};

const shifts = (count: number) => `${count} ${count === 1 ? 'shift' : 'shifts'}`;

/** One shift as a provider says it. */
export interface SaidShift {
  readonly id: string | number;
  readonly name: string;
  readonly start: LocalMoment;
  /** In minutes. */
  readonly length: number;
  readonly job: string;
  readonly role: string;
  readonly note: string;
}

/** Gathers what a provider says about the days around a date. */
export function createCollection(provider: string, date: IsoDate) {
  const found: ScheduledShift[] = [];
  const left = new Map<LeftOut, number>();
  const leave = (why: LeftOut) => left.set(why, (left.get(why) ?? 0) + 1);
  const near = new Set([addDays(date, -1), date, addDays(date, 1)]);

  function add({ id, name, start, length, job, role, note }: SaidShift): void {
    if (!near.has(start.date)) return;
    const teamMember = name.trim().replace(/\s+/g, ' ').slice(0, nameLimit);
    if (teamMember === '') return void leave('nameless');
    if (!(length >= 1 && length <= DAY)) return void leave('too long');
    found.push({
      id: `${provider}:${id}`.slice(0, 160),
      date: start.date,
      teamMember,
      startTime: fromMinutes(start.minutes),
      endTime: fromMinutes(start.minutes + length),
      job: job.trim().slice(0, nameLimit) || role.trim().slice(0, nameLimit),
      note: note.trim().slice(0, noteLimit),
      role: role.trim().slice(0, nameLimit) || job.trim().slice(0, nameLimit),
    });
  }

  return {
    add,
    leave,
    result: (): ProviderSchedule => ({
      shifts: found,
      warnings: [...left].map(([why, count]) => sentences[why](count)),
    }),
  };
}

/** From one instant to another in minutes by the clock on the wall, as people are told when they end. */
export function lengthBetween(start: LocalMoment, end: LocalMoment): number {
  const days = (Date.parse(end.date) - Date.parse(start.date)) / (DAY * MINUTE);
  return days * DAY + end.minutes - start.minutes;
}
