import { createHash } from 'node:crypto';
import { emailLimit } from '../../domain/crew/crew.ts';
import { nameLimit, noteLimit, withoutUnprintable } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import { scheduleRowLimit } from '../../domain/schedule/schedule-table.ts';
import { fromMinutes } from '../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../domain/time/date.ts';
import { normalizeEmail } from '../auth/email/email-address.ts';
import type { LocalDateTime } from './local-date-time.ts';
import type { ProviderSchedule } from './providers/provider.ts';

const MINUTE = 60_000;
const DAY = 1_440;
/** The contract's limit for shift ids. */
const MAX_ID_LENGTH = 160;

export type SkipReason =
  | 'open'
  | 'draft'
  | 'edited'
  | 'deleted'
  | 'not a shift'
  | 'nameless'
  | 'invalid length'
  | 'other store'
  | 'duplicate'
  | 'unreadable';

const warningTexts: Readonly<Record<SkipReason, (count: number) => string>> = {
  open: (count) => `Skipped ${shifts(count)} with nobody assigned.`,
  draft: (count) => `Skipped ${shifts(count)} not yet published.`,
  edited: (count) => `${shifts(count)} with unpublished changes. The published times are used.`,
  deleted: (count) => `Skipped ${count} canceled ${count === 1 ? 'shift' : 'shifts'}.`,
  'not a shift': (count) =>
    `Skipped ${count} ${count === 1 ? 'event' : 'events'} such as time off or store hours.`,
  nameless: (count) => `Skipped ${shifts(count)} without a name.`,
  'invalid length': (count) => `Skipped ${shifts(count)} shorter than a minute or longer than 24 hours.`,
  'other store': (count) => `Skipped ${shifts(count)} at another store.`,
  duplicate: (count) => `Skipped ${shifts(count)} listed twice.`,
  unreadable: (count) => `Skipped ${shifts(count)} that couldn’t be read.`,
};

/** Shown when no location is chosen but the shifts belong to several. */
const storesWarning = (count: number): readonly string[] =>
  count > 1
    ? [`This includes shifts from ${count} stores. To use one store, choose a location under Connection.`]
    : [];

const shifts = (count: number) => `${count} ${count === 1 ? 'shift' : 'shifts'}`;

/** A shift in the shape all providers are mapped to, before validation. */
export interface ProviderShift {
  readonly id: string | number;
  readonly name: string;
  /** The provider's id of the person, if it has any. */
  readonly person?: string | null;
  /** The person's address, if the provider knows it. */
  readonly email?: string | undefined;
  /** Null if it couldn't be parsed. */
  readonly start: LocalDateTime | null;
  readonly end: LocalDateTime | null;
  readonly job: string;
  readonly role: string;
  readonly note: string;
  /** The provider's id of the shift's store; null if the provider has only one store. */
  readonly store: string | null;
  /** Set if the provider's own fields say the shift must be skipped. */
  readonly skip: SkipReason | null;
}

/** Validates a provider's shifts for a date and the days around it, and counts the ones it skips. */
export function createShiftCollector(provider: string, date: IsoDate) {
  const collected = new Map<string, ScheduledShift>();
  const skipped = new Map<SkipReason, number>();
  const warnings: string[] = [];
  const addresses = new Map<string, string>();
  /** Stores with shifts on the date itself. */
  const stores = new Set<string>();
  const dates = new Set([addDays(date, -1), date, addDays(date, 1)]);

  function add({
    id: providerId,
    name,
    person,
    email = '',
    start,
    end,
    job,
    role,
    note,
    store,
    skip,
  }: ProviderShift): void {
    // People review a single day, so skipped shifts on the neighboring days aren't counted.
    const skipShift = (reason: SkipReason) => {
      if (!start || start.date === date) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    };
    if (!start || !end) return void skipShift('unreadable');
    if (!dates.has(start.date)) return;
    if (skip) return void skipShift(skip);
    const teamMember = withoutUnprintable(name).trim().replace(/\s+/g, ' ').slice(0, nameLimit);
    if (teamMember === '') return void skipShift('nameless');
    const length = minutesBetween(start, end);
    if (!(length >= 1 && length <= DAY)) return void skipShift('invalid length');
    const id = shiftId(provider, providerId);
    if (collected.has(id)) return void skipShift('duplicate');
    if (store && start.date === date) stores.add(store);
    const isAddress = email.includes('@') && email.length <= emailLimit;
    if (person && isAddress) addresses.set(person, normalizeEmail(email));
    collected.set(id, {
      id,
      date: start.date,
      teamMember,
      startTime: fromMinutes(start.minutes),
      endTime: fromMinutes(end.minutes),
      job: job.trim().slice(0, nameLimit) || role.trim().slice(0, nameLimit),
      note: note.trim().slice(0, noteLimit),
      role: role.trim().slice(0, nameLimit) || job.trim().slice(0, nameLimit),
      ...(person && person.length <= MAX_ID_LENGTH && { person }),
    });
  }

  return {
    add,
    warn: (warning: string) => void warnings.push(warning),
    /** Counts shifts that couldn't be parsed at all, so their date is unknown. */
    addUnreadable(count: number): void {
      if (count > 0) skipped.set('unreadable', (skipped.get('unreadable') ?? 0) + count);
    },
    result: (): Outcome<ProviderSchedule> =>
      collected.size > scheduleRowLimit
        ? refuse('schedule-too-large', { details: { max: scheduleRowLimit } })
        : done({
            shifts: [...collected.values()],
            ...(addresses.size > 0 && { addresses }),
            warnings: [
              ...warnings,
              ...[...skipped].map(([reason, count]) => warningTexts[reason](count)),
              ...storesWarning(stores.size),
            ],
          }),
  };
}

/** Ids that are too long, as in some calendars, are hashed. */
function shiftId(provider: string, providerId: string | number): string {
  const id = `${provider}:${providerId}`;
  return id.length <= MAX_ID_LENGTH
    ? id
    : `${provider}:${createHash('sha256').update(id).digest('base64url')}`;
}

/** Wall-clock minutes, ignoring clock changes: people are told when their shift ends. */
function minutesBetween(start: LocalDateTime, end: LocalDateTime): number {
  const days = (Date.parse(end.date) - Date.parse(start.date)) / (DAY * MINUTE);
  return days * DAY + end.minutes - start.minutes;
}
