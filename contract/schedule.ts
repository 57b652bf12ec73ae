import * as z from 'zod/mini';
import { nameLimit } from '../domain/problem/name.ts';
import { isClockTime } from '../domain/time/clock-time.ts';
import { isIsoDate, isTimeZone } from '../domain/time/date.ts';
import { id, plainId } from './changes.ts';
import { endpoint, problem } from './endpoint.ts';
import { largestMessage } from './live.ts';

const instant = z.number();
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isIsoDate));
const typed = z.string().check(z.maxLength(4_000));
const clockTime = z.string().check(z.maxLength(20), z.refine(isClockTime));
const providerKey = plainId;

const field = z.strictObject({
  name: z.string(),
  label: z.string(),
  /** An `address` is an https URL. */
  kind: z.enum(['text', 'address']),
  /** The server never sends it back. */
  isSecret: z.boolean(),
  isRequired: z.boolean(),
  /** Where to find the value; '' if the label is enough. */
  help: z.string(),
});

const provider = z.strictObject({
  /** Identifies the provider in the database, and prefixes the ids of its shifts. */
  key: providerKey,
  name: z.string(),
  /** Shown before a team connects; null if there's nothing to warn about. */
  risk: z.nullable(z.string()),
  fields: z.array(field),
});
export type ScheduleProvider = z.infer<typeof provider>;

export const listProviders = endpoint('GET /api/schedule/providers', 'signed-in', {
  summary: 'The schedule providers that can be connected',
  response: z.strictObject({ providers: z.array(provider) }),
});

const location = z.strictObject({ id: typed, name: typed });

const foundLocation = z.strictObject({ id: typed, name: typed, timeZone: z.nullable(typed) });
export type FoundLocation = z.infer<typeof foundLocation>;

const terms = {
  location: z.nullable(location),
  timeZone: typed,
  /** How often the background sync reads today and tomorrow; null turns it off. */
  everyMinutes: z.nullable(z.number()),
  takesAlone: z.boolean(),
};

const problemText = z.nullable(z.string());

const connection = z.strictObject({
  provider: providerKey,
  settings: z.record(z.string(), typed),
  secrets: z.array(z.string()),
  ...terms,
  /** The roles that were selected last; null for all. */
  roles: z.nullable(z.array(typed)),
  /** The last sync, by a person or in the background; `problem` is the sentence of a failure, `reason` its code. */
  lastRead: z.nullable(z.strictObject({ at: instant, problem: problemText, reason: z.optional(problem) })),
});
export type ScheduleConnection = z.infer<typeof connection>;

export const listConnections = endpoint('GET /api/teams/:team/schedule', 'viewer', {
  summary: 'The schedule providers that a team has connected',
  response: z.strictObject({ connections: z.array(connection) }),
});

const settings = z.record(plainId, typed);

export const saveConnection = endpoint('POST /api/teams/:team/schedule/:provider', 'manager', {
  summary: 'Connect a schedule provider, or change how it is connected',
  body: z.strictObject({ settings, ...terms }),
  response: connection,
  problems: [
    'field-missing',
    'text-too-long',
    'address-unsafe',
    'address-private',
    'time-zone-unknown',
    'every-minutes-unreadable',
    'not-found',
  ],
});

export const removeConnection = endpoint('DELETE /api/teams/:team/schedule/:provider', 'manager', {
  summary: 'Disconnect a schedule provider and delete its secrets',
});

const failures = [
  'schedule-refused',
  'schedule-forbidden',
  'schedule-not-found',
  'schedule-plan-missing',
  'schedule-unreachable',
  'schedule-failed',
  'schedule-slow',
  'schedule-busy',
  'schedule-unreadable',
  'schedule-too-large',
  'address-unsafe',
  'address-private',
  'address-elsewhere',
  'field-missing',
  'too-many-requests',
] as const;

export const testConnection = endpoint('POST /api/teams/:team/schedule/:provider/test', 'manager', {
  summary: 'Test a connection to a schedule provider and list its locations',
  isLong: true,
  body: z.strictObject({ settings }),
  response: z.strictObject({ locations: z.array(foundLocation) }),
  problems: ['not-found', ...failures],
});

export const scheduledShift = z.strictObject({
  id,
  date,
  teamMember: typed,
  startTime: typed,
  endTime: typed,
  job: typed,
  note: typed,
  role: typed,
  person: z.optional(id),
});

const reading = z.strictObject({
  /** Shifts of the date, the day before and the day after. */
  shifts: z.array(scheduledShift),
  /** What was left out and why, a sentence each. */
  warnings: z.array(z.string()),
  /** The same as codes, in this order, for other languages. */
  reasons: z.optional(z.array(problem)),
  readAt: instant,
});
export type ScheduleReading = z.infer<typeof reading>;

export const fetchProviderSchedule = endpoint('POST /api/teams/:team/schedule/:provider/read', 'lead', {
  summary: 'Read a date’s schedule from a provider',
  isLong: true,
  body: z.strictObject({ date }),
  response: reading,
  problems: ['not-connected', ...failures],
});

/** In bytes, below the limit of a request; the page sends only events that can matter around the date. */
export const longestCalendar = 900_000;

export const previewCalendarFile = endpoint('POST /api/teams/:team/calendar', 'lead', {
  summary: 'Read a date’s schedule from the text of a calendar file (.ics)',
  body: z.strictObject({
    date,
    timeZone: typed.check(z.refine(isTimeZone)),
    calendar: z.string().check(z.maxLength(longestCalendar)),
    /** Whose shifts the events are that name no person. */
    person: z.optional(z.string().check(z.maxLength(nameLimit))),
    /** When the day begins and its rotations are, for times in the titles of all-day events. */
    day: z.optional(
      z.strictObject({
        dayStart: clockTime,
        rotations: z
          .array(z.strictObject({ startTime: clockTime, endTime: clockTime }))
          .check(z.maxLength(100)),
      }),
    ),
  }),
  largestBody: largestMessage,
  response: z.strictObject({
    shifts: reading.shape.shifts,
    warnings: reading.shape.warnings,
    reasons: reading.shape.reasons,
  }),
  problems: ['calendar-unreadable', 'calendar-too-large', 'too-many-requests'],
});

export const getWaitingSchedule = endpoint('GET /api/teams/:team/schedule/:provider/waiting', 'lead', {
  summary: 'A date’s schedule as it was last read automatically',
  query: z.strictObject({ date }),
  response: z.strictObject({ reading: z.nullable(reading) }),
});

export const pickRoles = endpoint('POST /api/teams/:team/schedule/:provider/roles', 'lead', {
  summary: 'Save which roles of a schedule the team imports',
  body: z.strictObject({ roles: z.nullable(z.array(typed).check(z.maxLength(500))) }),
  problems: ['not-connected'],
});
