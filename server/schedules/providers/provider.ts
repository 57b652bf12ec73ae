import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { FoundLocation, ScheduleProvider } from '../../../contract/schedule.ts';
import { emailLimit } from '../../../domain/crew/crew.ts';
import { nameLimit, noteLimit, withoutUnprintable } from '../../../domain/problem/name.ts';
import {
  done,
  type Outcome,
  type Problem,
  type ProblemCode,
  refuse,
} from '../../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../../domain/schedule/schedule.ts';
import { scheduleRowLimit } from '../../../domain/schedule/schedule-table.ts';
import { defaultDayStart } from '../../../domain/team/team.ts';
import { fromMinutes, parseTime, toMinutes } from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate, isIsoDate, isTimeZone, wallClock } from '../../../domain/time/date.ts';
import { normalizeEmail } from '../../accounts/account-tables.ts';
import type { StoredReading } from '../../database/store.ts';
import type { TimeSlice } from '../../live/work-turns.ts';
import { scheduleTexts, sentence } from '../../words.ts';
import type { SafeFetch, SafeFetchResponse } from '../safe-fetch.ts';

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

/** A setting that managers fill in. Secrets are stored encrypted. */
export type ProviderField = Readonly<ScheduleProvider['fields'][number]>;

/** Makes the fields of a provider, whose texts are in words/; each is a required text, unless said otherwise. */
export const fieldsOf =
  (provider: string) =>
  (name: string, more: Partial<Omit<ProviderField, 'label' | 'help'>> = {}): ProviderField => ({
    name,
    label: scheduleTexts[`field-${provider}-${name}`] ?? name,
    kind: 'text',
    isSecret: false,
    isRequired: true,
    help: scheduleTexts[`help-${provider}-${name}`] ?? '',
    ...more,
  });

/** What is said before a team connects; null if there's nothing to warn about. */
export const riskOf = (provider: string): string | null => scheduleTexts[`risk-${provider}`] ?? null;

/** The values of the fields, with secrets decrypted. */
export type ProviderSettings = Readonly<Record<string, string>>;

export interface ProviderRequest {
  readonly settings: ProviderSettings;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** The turns of the team, or of the person, on the thread that serves everybody: responses are parsed in them. */
  readonly timeSlice: TimeSlice;
}

export interface ScheduleRequest extends ProviderRequest {
  /** The id of a `ProviderLocation`; null for all. */
  readonly location: string | null;
  readonly date: IsoDate;
  /** The store's. */
  readonly timeZone: string;
}

export type ProviderLocation = Readonly<FoundLocation>;

/** Of shifts that start on the date, the day before, or the day after, in store time; their ids begin with `key:`. */
export interface ProviderSchedule extends Omit<StoredReading, 'readAt'> {
  /** Of the people on the shifts, by what the provider calls them. Only for the server: layouts and pages never get them. */
  readonly addresses?: ReadonlyMap<string, string>;
}

export interface ProviderDependencies<Address = string> {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  /** The provider's address, without a slash at the end. */
  readonly base: Address;
}

/**
 * A service that stores keep their schedule in. Both calls return the problems of `SafeFetch` and these:
 * `schedule-refused` (wrong credentials), `schedule-forbidden`, and `schedule-unreadable` (unexpected response).
 */
export interface Provider extends Omit<Readonly<ScheduleProvider>, 'fields'> {
  readonly fields: readonly ProviderField[];
  /** Signs in, which also tests the settings; an empty list if there's nothing to choose from. */
  fetchLocations(request: ProviderRequest): Promise<Outcome<readonly ProviderLocation[]>>;
  fetchSchedule(request: ScheduleRequest): Promise<Outcome<ProviderSchedule>>;
}

/** Adds the provider's name for the sentence, and the address field to problems with the address. */
export function withProviderName<T>({ name, fields }: Provider, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  const address = fields.find(({ kind }) => kind === 'address');
  const field = /^address-/.test(problem.code) && address ? { field: address.name } : {};
  return { ok: false, problem: { ...problem, ...field, details: { provider: name, ...problem.details } } };
}

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
  | 'unreadable'
  | 'no person'
  | 'several people'
  | 'all day'
  | 'on call'
  | 'other times'
  | 'declined'
  | 'organizer'
  | 'other guest'
  | 'guest address';

const warningCodes: Readonly<Record<SkipReason, ProblemCode>> = {
  open: 'skipped-open',
  draft: 'skipped-draft',
  edited: 'shifts-edited',
  deleted: 'skipped-deleted',
  'not a shift': 'skipped-events',
  nameless: 'skipped-nameless',
  'invalid length': 'skipped-length',
  'other store': 'skipped-other-store',
  duplicate: 'skipped-duplicate',
  unreadable: 'skipped-unreadable',
  'no person': 'skipped-no-person',
  'several people': 'skipped-several-people',
  'all day': 'skipped-all-day',
  'on call': 'skipped-on-call',
  'other times': 'skipped-other-times',
  declined: 'skipped-declined',
  organizer: 'skipped-organizer',
  'other guest': 'skipped-other-guests',
  'guest address': 'skipped-guest-addresses',
};

/** So many titles are said of those that were left out. */
const mostTitles = 5;
const longestTitle = 40;

/** '“Work”, “On-call”' */
export function quoted(titles: Iterable<string>): string {
  const all = [...new Set(titles)].filter((title) => title !== '');
  const said = all.slice(0, mostTitles).map((title) => `“${title.slice(0, longestTitle)}”`);
  return [...said, ...(all.length > mostTitles ? ['…'] : [])].join(', ');
}

/** Shown when no location is chosen but the shifts belong to several. */
const storesWarning = (count: number): readonly Problem[] =>
  count > 1 ? [{ code: 'several-stores', details: { count } }] : [];

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
  /** The provider's id of the shift's store, if it has several. */
  readonly store?: string | null;
  /** Set if the provider's own fields say the shift must be skipped. */
  readonly skip?: SkipReason | null;
  /** What is said of it where it is left out, if the reason is about its title. */
  readonly title?: string;
}

/**
 * Validates a provider's shifts for a date and the days around it, and counts the ones it skips. `unreadable` couldn't be
 * parsed at all, so their date is unknown.
 */
export async function collectShifts<T>(
  provider: string,
  { date, timeSlice }: Pick<ScheduleRequest, 'date' | 'timeSlice'>,
  items: readonly T[],
  { unreadable = 0, warnings = [] }: { unreadable?: number; warnings?: readonly Problem[] },
  shiftOf: (item: T) => ProviderShift,
): Promise<Outcome<ProviderSchedule>> {
  const collected = new Map<string, ScheduledShift>();
  const skipped = new Map<SkipReason, number>(unreadable > 0 ? [['unreadable', unreadable]] : []);
  const titles = new Map<SkipReason, string[]>();
  const addresses = new Map<string, string>();
  /** Stores with shifts on the date itself. */
  const stores = new Set<string>();
  const dates = new Set([addDays(date, -1), date, addDays(date, 1)]);

  function add(shift: ProviderShift): SkipReason | null {
    const { start, end, person, email = '', store, skip } = shift;
    if (!start || !end) return 'unreadable';
    if (!dates.has(start.date)) return null;
    if (skip) return skip;
    const teamMember = withoutUnprintable(shift.name).trim().replace(/\s+/g, ' ').slice(0, nameLimit);
    if (teamMember === '') return 'nameless';
    const length = minutesBetween(start, end);
    if (!(length >= 1 && length <= DAY)) return 'invalid length';
    const id = shiftId(provider, shift.id);
    if (collected.has(id)) return 'duplicate';
    if (store && start.date === date) stores.add(store);
    const isAddress = email.includes('@') && email.length <= emailLimit;
    if (person && isAddress) addresses.set(person, normalizeEmail(email));
    const [job, role] = [shift.job.trim().slice(0, nameLimit), shift.role.trim().slice(0, nameLimit)];
    collected.set(id, {
      id,
      date: start.date,
      teamMember,
      startTime: fromMinutes(start.minutes),
      endTime: fromMinutes(end.minutes),
      job: job || role,
      note: shift.note.trim().slice(0, noteLimit),
      role: role || job,
      ...(person && person.length <= MAX_ID_LENGTH && { person }),
    });
    return null;
  }

  for (const item of items) {
    await timeSlice.yieldIfDue();
    const shift = shiftOf(item);
    const reason = add(shift);
    // People review a single day, so skipped shifts on the neighboring days aren't counted.
    const isCounted = reason !== null && (!shift.start || isOfDay(shift.start, date));
    if (!isCounted) continue;
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    if (shift.title) titles.set(reason, [...(titles.get(reason) ?? []).slice(0, mostTitles), shift.title]);
  }
  if (collected.size > scheduleRowLimit) return tooLarge();
  const reasons: readonly Problem[] = [
    ...warnings,
    ...[...skipped].map(([reason, count]) => ({
      code: warningCodes[reason],
      details: { count, ...(titles.has(reason) && { titles: quoted(titles.get(reason) ?? []) }) },
    })),
    ...storesWarning(stores.size),
  ];
  return done({
    shifts: [...collected.values()],
    ...(addresses.size > 0 && { addresses }),
    warnings: reasons.map(sentence),
    ...(reasons.length > 0 && { reasons }),
  });
}

/** Before the usual start of a day it is still the night of the date before. */
export const isOfDay = (start: LocalDateTime, date: IsoDate): boolean =>
  start.date === date || (start.date === addDays(date, 1) && start.minutes < toMinutes(defaultDayStart));

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

/** More rows than a chain of stores has people, or shifts in three days: pages that hold more would fill the memory. */
const mostRows = 20_000;
/** More pages than a chain of stores fills in three days; beyond this the pages run in a circle. */
const mostPages = 40;

/** Twice as many values as the largest page of a provider has. Parsing can't be interrupted, and these take 0.1 s at worst. */
const mostValues = 100_000;

/** In bytes; so much has room for all the values. */
export const largestJson = 3_000_000;

const tooLarge = () => refuse('schedule-too-large', { details: { max: scheduleRowLimit } });

/** Waits for a turn to parse a response; `schedule-too-large` if it has more values than any schedule. */
export async function waitToParse(
  fetched: Outcome<SafeFetchResponse>,
  timeSlice: TimeSlice,
): Promise<Outcome<SafeFetchResponse>> {
  if (!fetched.ok) return fetched;
  await timeSlice.yieldNow();
  // Each value but the first in a list or an object has a comma before it. Those in texts count too, which are few.
  let values = 0;
  for (const mark of fetched.value.text.matchAll(/[,[{]/g))
    if (mark && ++values > mostValues) return tooLarge();
  return fetched;
}

/** Parses a JSON response; 401, 402, 403, and 404 have problems of their own. */
export async function parseJson<T>(
  fetched: Outcome<SafeFetchResponse>,
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
): Promise<Outcome<T>> {
  const response = await waitToParse(fetched, timeSlice);
  if (!response.ok) return response;
  const { status, text } = response.value;
  if (status === 401) return refuse('schedule-refused');
  if (status === 402) return refuse('schedule-plan-missing');
  if (status === 403) return refuse(mentionsPlan(text) ? 'schedule-plan-missing' : 'schedule-forbidden');
  if (status === 404) return refuse('schedule-not-found');
  if (status < 200 || status >= 300) return refuse('schedule-unreadable');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('schedule-unreadable');
  }
  const parsed = z.safeParse(schema, json);
  return parsed.success ? done(parsed.data) : refuse('schedule-unreadable');
}

/** Services reject what a subscription doesn't include with 402, or with 403 and a message about it. */
const mentionsPlan = (text: string): boolean => /\b(plan|subscription|upgrade)\b/i.test(text.slice(0, 2_000));

export interface ParsedList<T> {
  readonly items: readonly T[];
  /** How many entries didn't match the schema. */
  readonly unreadable: number;
}

/**
 * Parses a list entry by entry, so that a bad entry doesn't cost the others. `schedule-unreadable` if no entry matches
 * the schema: then it's a different list.
 */
export async function parseList<T>(
  entries: readonly unknown[],
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
): Promise<Outcome<ParsedList<T>>> {
  const items: T[] = [];
  for (const entry of entries) {
    await timeSlice.yieldIfDue();
    const parsed = z.safeParse(schema, entry);
    if (parsed.success) items.push(parsed.data);
  }
  return entries.length > 0 && items.length === 0
    ? refuse('schedule-unreadable')
    : done({ items, unreadable: entries.length - items.length });
}

interface Page {
  readonly entries: readonly unknown[];
  /** What names the page after it; null for the last one. */
  readonly next: string | null;
}

/** Parses all pages of a list, of which null is the first. */
export async function parsePages<T>(
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
  fetchPage: (page: string | null) => Promise<Outcome<Page>>,
): Promise<Outcome<ParsedList<T>>> {
  let all: readonly unknown[] = [];
  let next: string | null = null;
  for (let count = 0; count < mostPages; count++) {
    const page = await fetchPage(next);
    if (!page.ok) return page;
    all = all.concat(page.value.entries);
    if (all.length > mostRows) return tooLarge();
    next = page.value.next;
    if (next === null) return parseList(all, schema, timeSlice);
  }
  return refuse('schedule-unreadable');
}

/** The locations of a list. */
export const toLocations = <T>(
  list: Outcome<ParsedList<T>>,
  of: (item: T) => { id: string; name: string; timeZone?: string },
): Outcome<readonly ProviderLocation[]> =>
  list.ok
    ? done(
        list.value.items.map((item) => {
          const { id, name, timeZone = '' } = of(item);
          // A provider's time zone may be no IANA name we know.
          return { id, name: name || id, timeZone: isTimeZone(timeZone) ? timeZone : null };
        }),
      )
    : list;

const anything = z.optional(z.unknown());

/** Values as services send them, which keep to no schema of their own. */
export const looseFields = {
  /** Ids are text or numbers, negative ones too. */
  id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),

  /** An id that may be missing; some services send 0 or an empty list for nobody. */
  maybeId: z.pipe(
    anything,
    z.transform((value): string | null =>
      (typeof value === 'number' || typeof value === 'string') && value && value !== '0'
        ? String(value)
        : null,
    ),
  ),

  /** Text that may be missing, null, the word 'null', or a number; '' if there is none. */
  text: z.pipe(
    anything,
    z.transform((value) =>
      (typeof value === 'string' && value !== 'null') || typeof value === 'number' ? String(value) : '',
    ),
  ),

  /** A boolean that may be sent as 1, 0, or text; null if it's missing. */
  flag: z.pipe(
    anything,
    z.transform((value): boolean | null => {
      if ([true, 1, '1', 'true'].some((each) => each === value)) return true;
      return [false, 0, '0', 'false'].some((each) => each === value) ? false : null;
    }),
  ),

  /** A list whose entries weren't looked at yet. */
  list: z.custom<readonly unknown[]>(Array.isArray),

  /** An object that may be missing; some services send null or an empty list instead. */
  object: <T extends z.core.$ZodShape>(shape: T) => z.catch(z.nullable(z.object(shape)), null),
};
