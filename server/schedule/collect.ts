import { createHash } from 'node:crypto';
import { nameLimit, noteLimit, withoutTurning } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import { scheduleRowLimit } from '../../domain/schedule-file/schedule-table.ts';
import { fromMinutes, readTime, toMinutes } from '../../domain/time/clock-time.ts';
import { addDays, type IsoDate, isIsoDate, isTimeZone, wallClock } from '../../domain/time/date.ts';
import type { ProviderSchedule } from './providers/provider.ts';

const MINUTE = 60_000;
const DAY = 1_440;
/** As the contract takes ids of shifts. */
const LONGEST_ID = 160;

/** A moment by a store's clock, as `wallClock` of domain/time/date.ts tells it. */
export interface LocalMoment {
  readonly date: IsoDate;
  /** From midnight; beyond 1440 it is the next day. */
  readonly minutes: number;
}

/** Milliseconds since 1970 of the beginning of the day so many days after a date, by a store's clock. */
export const startOfDay = (date: IsoDate, days: number, timeZone: string): number =>
  Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(timeZone).epochMilliseconds;

/** Why a shift is left out. */
export type LeftOut =
  | 'open'
  | 'draft'
  | 'edited'
  | 'deleted'
  | 'nameless'
  | 'too long'
  | 'elsewhere'
  | 'twice'
  | 'unreadable';

const sentences: Readonly<Record<LeftOut, (count: number) => string>> = {
  open: (count) => `Skipped ${shifts(count)} with nobody assigned.`,
  draft: (count) => `Skipped ${shifts(count)} not yet published.`,
  edited: (count) => `${shifts(count)} with unpublished changes. The published times are used.`,
  deleted: (count) => `Skipped ${count} canceled ${count === 1 ? 'shift' : 'shifts'}.`,
  nameless: (count) => `Skipped ${shifts(count)} without a name.`,
  'too long': (count) => `Skipped ${shifts(count)} shorter than a minute or longer than 24 hours.`,
  elsewhere: (count) => `Skipped ${shifts(count)} at another store.`,
  twice: (count) => `Skipped ${shifts(count)} listed twice.`,
  unreadable: (count) => `Skipped ${shifts(count)} that couldn’t be read.`,
};

/** Nobody chose one. */
const storesTold = (count: number): readonly string[] =>
  count > 1
    ? [`This includes shifts from ${count} stores. To use one store, choose a location under Connection.`]
    : [];

const shifts = (count: number) => `${count} ${count === 1 ? 'shift' : 'shifts'}`;

/** One shift as a provider says it. */
export interface SaidShift {
  readonly id: string | number;
  readonly name: string;
  /** Null when it cannot be read. */
  readonly start: LocalMoment | null;
  readonly end: LocalMoment | null;
  readonly job: string;
  readonly role: string;
  readonly note: string;
  /** The provider's id of the store it belongs to; null where it tells of one alone. */
  readonly store: string | null;
  /** Why the provider's own words leave it out; null when they do not. */
  readonly leftOut: LeftOut | null;
}

/** Gathers what a provider says about the days around a date. */
export function createCollection(provider: string, date: IsoDate) {
  const found = new Map<string, ScheduledShift>();
  const left = new Map<LeftOut, number>();
  const warnings: string[] = [];
  /** Of the date. */
  const stores = new Set<string>();
  const near = new Set([addDays(date, -1), date, addDays(date, 1)]);

  function add({ id: said, name, start, end, job, role, note, store, leftOut }: SaidShift): void {
    // Of neighbouring days nothing is said, since people look at one.
    const leave = (why: LeftOut) => {
      if (!start || start.date === date) left.set(why, (left.get(why) ?? 0) + 1);
    };
    if (!start || !end) return void leave('unreadable');
    if (!near.has(start.date)) return;
    if (leftOut) return void leave(leftOut);
    const teamMember = withoutTurning(name).trim().replace(/\s+/g, ' ').slice(0, nameLimit);
    if (teamMember === '') return void leave('nameless');
    const length = lengthBetween(start, end);
    if (!(length >= 1 && length <= DAY)) return void leave('too long');
    const id = idOf(provider, said);
    if (found.has(id)) return void leave('twice');
    if (store && start.date === date) stores.add(store);
    found.set(id, {
      id,
      date: start.date,
      teamMember,
      startTime: fromMinutes(start.minutes),
      endTime: fromMinutes(end.minutes),
      job: job.trim().slice(0, nameLimit) || role.trim().slice(0, nameLimit),
      note: note.trim().slice(0, noteLimit),
      role: role.trim().slice(0, nameLimit) || job.trim().slice(0, nameLimit),
    });
  }

  return {
    add,
    warn: (warning: string) => void warnings.push(warning),
    /** Counts shifts that could not be read at all, so that nobody knows of which day. */
    unreadable(count: number): void {
      if (count > 0) left.set('unreadable', (left.get('unreadable') ?? 0) + count);
    },
    result: (): Outcome<ProviderSchedule> =>
      found.size > scheduleRowLimit
        ? refuse('schedule-too-large', { details: { max: scheduleRowLimit } })
        : done({
            shifts: [...found.values()],
            warnings: [
              ...warnings,
              ...[...left].map(([why, count]) => sentences[why](count)),
              ...storesTold(stores.size),
            ],
          }),
  };
}

/** An instant in milliseconds by a store's clock; null for one that is none. */
export const localMoment = (at: number, timeZone: string): LocalMoment | null =>
  Number.isNaN(new Date(at).getTime()) ? null : wallClock(at, timeZone);

/** A time zone as a provider names it; null for one that is none. */
export const zoneOf = (name: string): string | null => (isTimeZone(name) ? name : null);

/** A date and a time by the clock, as text; null where either is none. */
export function momentAt(date: string, time: string): LocalMoment | null {
  const read = readTime(time);
  return read !== null && isIsoDate(date) ? { date, minutes: toMinutes(read) } : null;
}

/** Long ids, as some calendars have, become short ones that are still their own. */
function idOf(provider: string, said: string | number): string {
  const id = `${provider}:${said}`;
  return id.length <= LONGEST_ID ? id : `${provider}:${createHash('sha256').update(id).digest('base64url')}`;
}

/** In minutes by the clock on the wall, as people are told when they end. */
function lengthBetween(start: LocalMoment, end: LocalMoment): number {
  const days = (Date.parse(end.date) - Date.parse(start.date)) / (DAY * MINUTE);
  return days * DAY + end.minutes - start.minutes;
}
