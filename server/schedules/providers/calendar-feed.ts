import type { RRuleTemporal } from 'rrule-temporal';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { isLeave } from '../../../domain/schedule/leave-words.ts';
import {
  decodeText,
  isNobody,
  isStoreLine,
  isWrittenLastFirst,
  turnedName,
  withoutTags,
} from '../../../domain/schedule/schedule-entry.ts';
import {
  addDays,
  type IsoDate,
  instantOf,
  isIsoDate,
  isTimeZone,
  wallClock,
} from '../../../domain/time/date.ts';
import type { TimeSlice } from '../../live/work-turns.ts';
import {
  collectShifts,
  fieldsOf,
  type LocalDateTime,
  type Provider,
  type ProviderDependencies,
  type ProviderRequest,
  type ProviderSchedule,
  type ProviderShift,
  type ScheduleRequest,
  type SkipReason,
  toLocalDateTime,
} from './provider.ts';

/** Recurring events cost more than others: somebody's calendar of a million would take the turns of other teams. */
const MAX_RECURRING = 1_000;
/** More than any event has; each of its rules and dates is followed without a pause for others. */
const MAX_RULES = 10;
const MAX_DATES_LENGTH = 100_000;
/** In characters; enough for a name, a role, and a place. Looking for them in a longer text would hold up everybody. */
const MAX_SUMMARY_LENGTH = 300;

type CalendarTerms = Pick<ScheduleRequest, 'date' | 'timeZone' | 'signal' | 'timeSlice'>;

export async function parseCalendar(
  text: string,
  { date, timeZone, signal, timeSlice }: CalendarTerms,
): Promise<Outcome<ProviderSchedule>> {
  const calendar = isWholeCalendar(text) ? await readCalendar(text, timeSlice) : null;
  if (!calendar) return refuse('schedule-unreadable');
  // Loaded only where calendars are parsed, because it takes several megabytes.
  const { RRuleTemporal } = await import('rrule-temporal');
  const clock = createClock(RRuleTemporal, calendar.zones, timeZone, date);
  const shifts: ProviderShift[] = [];
  let recurring = 0;
  for (const all of Map.groupBy(calendar.events, uidOf).values()) {
    const moved = all.filter((event) => event.has('RECURRENCE-ID'));
    const plain = newest(all.filter((event) => !event.has('RECURRENCE-ID')));
    for (const event of [...plain, ...moved]) {
      await timeSlice.yieldIfDue();
      if (signal.aborted) return refuse('call-cancelled');
      recurring += propertiesOf(event, 'RRULE').length;
      if (recurring > MAX_RECURRING) return refuse('schedule-unreadable');
      for (const shift of shiftsOf(event, event === plain[0] ? moved : [], clock))
        shifts.push(calendar.isCancellation ? { ...shift, skip: 'deleted' } : shift);
    }
  }
  const isTurned = isWrittenLastFirst(shifts.map(({ name }) => name));
  return collectShifts('ics', { date, timeSlice }, shifts, {}, (shift) =>
    isTurned ? { ...shift, name: turnedName(shift.name) } : shift,
  );
}

/** Without a UID, its content distinguishes an event from others. */
function uidOf(event: Component): string {
  const [start, summary] = ['DTSTART', 'SUMMARY'].map((name) => {
    const [property] = propertiesOf(event, name);
    return property && `${property.parameters}:${property.value}`.slice(1);
  });
  return textOf(event, 'UID').trim() || `${start} ${summary}`;
}

/** Keeps the latest revision; events with the same sequence number are separate events. */
function newest(events: readonly Component[]): readonly Component[] {
  const sequenceOf = (event: Component) => Number.parseInt(textOf(event, 'SEQUENCE'), 10) || 0;
  const last = events.reduce((most, event) => Math.max(most, sequenceOf(event)), 0);
  return events.filter((event) => sequenceOf(event) === last);
}

interface Moment extends LocalDateTime {
  /** As the calendar names it; the store's if it isn't known. */
  readonly zone: string;
  /** A date without a time. */
  readonly isDay: boolean;
}

/** Null for what can't be read. */
function momentIn(property: Property | undefined): Moment | null {
  const [, year, month, day, hours, minutes] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:\d\d)?Z?)?$/i.exec(property?.value.trim() ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  if (!property || !isIsoDate(date)) return null;
  const isDay = hours === undefined;
  return { date, minutes: Number(hours ?? 0) * 60 + Number(minutes ?? 0), zone: zoneOf(property), isDay };
}

/** Of lists such as those of EXDATE. */
const momentsIn = (properties: readonly Property[]): readonly Moment[] =>
  properties.flatMap(({ value, parameters }) =>
    value.split(',').flatMap((each) => momentIn({ parameters, value: each }) ?? []),
  );

/** In milliseconds, as if the clock were that of UTC. */
const wallOf = ({ date, minutes }: LocalDateTime): number => Date.parse(date) + minutes * 60_000;
const textAt = (wall: number): string => `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const DAY = 86_400_000;

type Clock = ReturnType<typeof createClock>;

/** What times in a calendar mean, in the days around a date. */
function createClock(
  Rule: typeof RRuleTemporal,
  zones: ReadonlyMap<string, readonly Component[]>,
  timeZone: string,
  date: IsoDate,
) {
  const [from, until] = [addDays(date, -2), addDays(date, 3)];

  /** When a rule applies, by the clock of its start. Throws for what is no rule. */
  const applies = (rule: string, start: LocalDateTime, since: number): readonly number[] =>
    new Rule({ rruleString: `DTSTART:${textAt(wallOf(start))}\nRRULE:${rule}` })
      .between(new Date(since), new Date(Date.parse(until)), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);

  /** Since when a time zone that the calendar describes has been so far from UTC; its rules apply each year. */
  function onsetsOf(observance: Component): readonly { since: number; offset: number }[] {
    const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(textOf(observance, 'TZOFFSETTO')) ?? [];
    const start = momentIn(propertiesOf(observance, 'DTSTART')[0]);
    if (!sign || !start) return [];
    const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    const rules = propertiesOf(observance, 'RRULE').map(({ value }) => value);
    try {
      const repeated = rules.flatMap((rule) => applies(rule, start, Date.parse(from) - 367 * DAY));
      const dates = momentsIn(propertiesOf(observance, 'RDATE')).map(wallOf);
      return [wallOf(start), ...dates, ...repeated].map((since) => ({ since, offset }));
    } catch {
      return [];
    }
  }
  const described = new Map(
    [...zones].map(([name, observances]) => [
      name,
      observances.flatMap(onsetsOf).sort((one, other) => other.since - one.since),
    ]),
  );

  function instantIn({ date, minutes, zone }: Moment): number {
    if (isTimeZone(zone)) return instantOf(date, minutes, zone);
    const onsets = described.get(zone);
    const wall = wallOf({ date, minutes });
    const last = onsets?.find(({ since }) => since <= wall) ?? onsets?.at(-1);
    return last ? wall - last.offset : instantOf(date, minutes, timeZone);
  }

  return {
    instantIn,
    isNear: ({ date }: LocalDateTime): boolean => date >= from && date <= until,
    local: (instant: number) => toLocalDateTime(instant, timeZone),
    repeated(rule: string, start: Moment): readonly Moment[] {
      const byClock = rule.replace(/UNTIL=(\d{8})(T\d{6}Z?)?/i, (_, day: string, time = 'T235959') => {
        const end = momentIn({ parameters: '', value: day + time });
        const ahead = end?.zone === 'UTC' ? wallOf(start) - instantIn(start) : 0;
        return `UNTIL=${end ? textAt(wallOf(end) + ahead) : day}`;
      });
      return applies(byClock, start, Date.parse(from)).map((wall) => ({
        ...start,
        ...wallClock(wall, 'UTC'),
      }));
    },
  };
}

/** None for all-day events, such as holidays, events that don't block time, and those on other dates. */
function shiftsOf(event: Component, moved: readonly Component[], clock: Clock): readonly ProviderShift[] {
  const start = momentIn(propertiesOf(event, 'DTSTART')[0]);
  if (start?.isDay || /^transparent\s*$/i.test(textOf(event, 'TRANSP'))) return [];
  const { name, role } = parseSummary(shown(textOf(event, 'SUMMARY')).slice(0, MAX_SUMMARY_LENGTH));
  const isCanceled = /^cancelled\s*$/i.test(textOf(event, 'STATUS'));
  const shift = {
    id: uidOf(event),
    name,
    ...{ job: role || 'Shift', role: role || 'Shift' },
    note: shown(textOf(event, 'DESCRIPTION')),
    skip: isCanceled ? ('deleted' as const) : skipReason(name, role),
  };
  const unreadable = [{ ...shift, start: null, end: null }];
  if (!start) return unreadable;
  const isRecurring = event.has('RRULE') || event.has('RDATE');
  // A moved occurrence keeps its original date in the id, so that it stays the same shift.
  const place = momentIn(propertiesOf(event, 'RECURRENCE-ID')[0]);
  if (!isRecurring && !clock.isNear(start)) return [];
  try {
    return occurrencesOf(event, start, moved, clock).map(([from, until]) => {
      const original = place ? clock.instantIn(place) : isRecurring ? from : Number.NaN;
      const date = clock.local(original)?.date;
      return {
        ...shift,
        id: date === undefined ? shift.id : `${shift.id}:${date}`,
        start: clock.local(from),
        end: clock.local(until),
      };
    });
  } catch {
    return unreadable;
  }
}

type Occurrence = readonly [from: number, until: number];

/** Throws for an event that can't be followed; ends that can't be read are NaN. */
function occurrencesOf(
  event: Component,
  start: Moment,
  moved: readonly Component[],
  { instantIn, isNear, local, repeated }: Clock,
): readonly Occurrence[] {
  const rules = propertiesOf(event, 'RRULE').map(({ value }) => value);
  // Rules that repeat within a day are never shifts.
  const withinDay = /FREQ=(SECOND|MINUTE|HOUR)LY|BY(SECOND|MINUTE|HOUR)=\d+,/i;
  const isShift = !event.has('EXRULE') && !rules.some((rule) => withinDay.test(rule));
  const dated = [...propertiesOf(event, 'RDATE'), ...propertiesOf(event, 'EXDATE')];
  const datesLength = dated.reduce((sum, { value }) => sum + value.length, 0);
  if (!isShift || rules.length > MAX_RULES || datesLength > MAX_DATES_LENGTH)
    throw new Error('It is no shift.');
  const end = momentIn(propertiesOf(event, 'DTEND')[0]);
  const length = event.has('DTEND') ? Number.NaN : millisecondsOf(textOf(event, 'DURATION') || 'PT0S');
  function occurrence(at: Moment): Occurrence {
    const from = instantIn(at);
    if (!end) return [from, from + length];
    const byClock = { ...at, minutes: at.minutes + (wallOf(end) - wallOf(start)) / 60_000 };
    return [from, end.zone === start.zone ? instantIn(byClock) : from + instantIn(end) - instantIn(start)];
  }
  const dates = propertiesOf(event, 'RDATE').flatMap(({ parameters, value }) =>
    value.split(',').flatMap((period): readonly Occurrence[] => {
      const [first = '', last = ''] = period.trim().split('/');
      const at = momentIn({ parameters, value: first });
      // Without a time it is a whole day, which is no shift.
      if (!at || at.isDay || !isNear(at)) return [];
      if (last === '') return [occurrence(at)];
      const until = momentIn({ parameters, value: last });
      return [[instantIn(at), until ? instantIn(until) : instantIn(at) + millisecondsOf(last)]];
    }),
  );
  const first = rules.length > 0 ? rules.flatMap((rule) => repeated(rule, start)) : [start];
  const left = momentsIn([
    ...propertiesOf(event, 'EXDATE'),
    ...moved.flatMap((each) => propertiesOf(each, 'RECURRENCE-ID')),
  ]);
  const leftTimes = new Set(left.filter((each) => isNear(each) && !each.isDay).map(instantIn));
  const leftDays = new Set(left.filter(({ isDay }) => isDay).map(({ date }) => date));
  const found = new Map([...dates, ...first.map(occurrence)].map((each) => [each[0], each]));
  return [...found.values()].filter(
    ([from]) => !leftTimes.has(from) && !leftDays.has(local(from)?.date ?? ''),
  );
}

/** Of 'PT4H30M'. */
function millisecondsOf(duration: string): number {
  try {
    return Temporal.Duration.from(duration.trim()).total('milliseconds');
  } catch {
    return Number.NaN;
  }
}

function skipReason(name: string, role: string): SkipReason | null {
  if (isNobody(name)) return 'open';
  return isLeave(name) || isLeave(role) || isStoreLine(name) ? 'not a shift' : null;
}

/** 'Maria G. (Shift as COOK at MAPLE)', 'Maria G. - Cook' and '*Maria G. (Cook)' are a name with a role. */
function parseSummary(summary: string): { name: string; role: string } {
  const [, person = summary, said = ''] =
    /^(.*?)\s*\((?:shift )?as (.+?)(?: at .+?)?\)\s*$/i.exec(summary) ??
    /^(.+?)\s+[-–|]\s+(.+)$/.exec(summary) ??
    [];
  if (isNobody(person)) return { name: person, role: said };
  const { name, tags } = withoutTags(person);
  return { name, role: said || (tags.find((tag) => /^\p{L}/u.test(tag)) ?? '') };
}

const field = fieldsOf('ics');

/** Any calendar feed, such as a team's in When I Work. The address is a secret: anyone who has it can read the feed. */
export function createCalendarFeed({ safeFetch }: Pick<ProviderDependencies, 'safeFetch'>): Provider {
  async function fetchText({ settings, signal, timeSlice }: ProviderRequest): Promise<Outcome<string>> {
    const response = await safeFetch.fetch({
      url: settings.address ?? '',
      headers: { accept: 'text/calendar' },
      signal,
    });
    if (!response.ok) return response;
    const { status, text, bytes } = response.value;
    if (status === 401 || status === 403 || status === 404) return refuse('schedule-refused');
    if (status !== 200) return refuse('schedule-unreadable');
    if (!text.includes('\uFFFD')) return done(text);
    await timeSlice.yieldNow();
    return done(decodeText(bytes));
  }

  return {
    key: 'ics',
    name: 'Calendar feed',
    risk: null,
    fields: [field('address', { kind: 'address', isSecret: true })],
    async fetchLocations(request) {
      const fetched = await fetchText(request);
      if (!fetched.ok) return fetched;
      return isWholeCalendar(fetched.value) ? done([]) : refuse('schedule-unreadable');
    },
    async fetchSchedule(request) {
      const fetched = await fetchText(request);
      return fetched.ok ? parseCalendar(fetched.value, request) : fetched;
    },
  };
}

/** More than a year of a large store's shifts: those of a calendar without end would fill the memory. */
const MAX_EVENTS = 20_000;
/** More than any calendar describes, and since when they had other times: each is followed without a pause for others. */
const MAX_ZONES = 30;
const MAX_OBSERVANCES = 20;

interface Property {
  /** What stands between its name and its value, such as ';TZID=America/Chicago'. */
  readonly parameters: string;
  readonly value: string;
}

type Component = ReadonlyMap<string, readonly Property[]>;

interface Calendar {
  readonly events: readonly Component[];
  /** What describes a time zone, by its name. */
  readonly zones: ReadonlyMap<string, readonly Component[]>;
  readonly isCancellation: boolean;
}

/** A calendar without its end was cut off; its missing events must not look like deleted shifts. */
const isWholeCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);

const propertyLine = /^([\w-]{1,50})((?:"[^"]{0,500}"|[^":]){0,500}):(.*)$/;

/** Null with too many events. */
async function readCalendar(text: string, timeSlice: TimeSlice): Promise<Calendar | null> {
  const events: Component[] = [];
  const zones = new Map<string, readonly Component[]>();
  let observances: Component[] = [];
  let isCancellation = false;
  /** The components that the line is in, the innermost last: an alarm has properties with the names of an event's. */
  const open: { readonly kind: string; readonly properties: Map<string, Property[]> }[] = [];
  await timeSlice.yieldNow();
  const unfolded = text.trimStart().replace(/\r?\n[ \t]/g, '');
  for (const line of unfolded.split(/\r?\n/)) {
    await timeSlice.yieldIfDue();
    const [, written = '', parameters = '', value = ''] = propertyLine.exec(line) ?? [];
    const name = written.toUpperCase();
    const kind = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      open.push({ kind, properties: new Map() });
    } else if (name === 'END') {
      const begun = open.findLastIndex((each) => each.kind === kind);
      const [ended] = begun < 0 ? [] : open.splice(begun);
      if (!ended) continue;
      const { properties } = ended;
      if (kind === 'VEVENT') events.push(properties);
      else if (kind === 'STANDARD' || kind === 'DAYLIGHT') observances.push(properties);
      else if (kind === 'VTIMEZONE') {
        const name = textOf(properties, 'TZID')
          .replace(/^"|" *$/g, '')
          .trim();
        if (zones.size < MAX_ZONES) zones.set(name, observances.slice(-MAX_OBSERVANCES));
        observances = [];
      } else if (kind === 'VCALENDAR') {
        isCancellation ||= /^cancel\s*$/i.test(textOf(properties, 'METHOD'));
      }
      if (events.length > MAX_EVENTS) return null;
    } else {
      const properties = open.at(-1)?.properties;
      const same = properties?.get(name);
      if (same) same.push({ parameters, value });
      else properties?.set(name, [{ parameters, value }]);
    }
  }
  return { events, zones, isCancellation };
}

/** '' if there is none. */
const textOf = (component: Component, name: string): string => component.get(name)?.[0]?.value ?? '';

const propertiesOf = (component: Component, name: string): readonly Property[] => component.get(name) ?? [];

/** The name of the time zone that a property is in; '' if it names none. */
function zoneOf({ parameters, value }: Property): string {
  const [, quoted, bare = ''] = /;TZID=(?:"([^"]*)"|([^";:]*))/i.exec(parameters) ?? [];
  return /\dZ\s*$/i.test(value) ? 'UTC' : (quoted ?? bare).trim();
}

/** A text as people see it, without the marks that a calendar needs. */
const shown = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
