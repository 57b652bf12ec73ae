import { done, type Outcome, type Problem, refuse } from '../../../domain/problem/problem.ts';
import { decodeCalendar } from '../../../domain/schedule/calendar-text.ts';
import { placesInTitles, readTitle } from '../../../domain/schedule/calendar-titles.ts';
import { isWrittenLastFirst, turnedName } from '../../../domain/schedule/schedule-entry.ts';
import { defaultDayStart } from '../../../domain/team/team.ts';
import type { DayOfTimes } from '../../../domain/time/am-or-pm.ts';
import { instantOf } from '../../../domain/time/date.ts';
import { zoneNamed } from '../../../domain/time/windows-zones.ts';
import { isOnTwentyFourHours } from '../../../domain/time/written-times.ts';
import { type CalendarClock, createClock, momentIn } from './calendar-clock.ts';
import {
  closingText,
  type EventTerms,
  type FoundShift,
  shiftsOf,
  summaryOf,
  uidOf,
} from './calendar-events.ts';
import {
  type Calendar,
  type Component,
  isWholeCalendar,
  propertiesOf,
  readCalendar,
  shownText,
  textOf,
} from './calendar-lines.ts';
import {
  collectShifts,
  fieldsOf,
  isOfDay,
  type Provider,
  type ProviderDependencies,
  type ProviderRequest,
  type ProviderSchedule,
  quoted,
  type ScheduleRequest,
} from './provider.ts';

/** Recurring events cost more than others: somebody's calendar of a million would take the turns of other teams. */
const MAX_RECURRING = 1_000;
/** So many titles show how the others are written: they are looked at without a pause for others. */
const MOST_TITLES = 100;

interface CalendarTerms extends Pick<ScheduleRequest, 'date' | 'timeZone' | 'signal' | 'timeSlice'> {
  /** Whose shifts the events are that name no person. */
  readonly person?: string | undefined;
  readonly day?: DayOfTimes | undefined;
}

export async function parseCalendar(
  text: string,
  { date, timeZone, signal, timeSlice, person = '', day }: CalendarTerms,
): Promise<Outcome<ProviderSchedule>> {
  const calendar = isWholeCalendar(text) ? await readCalendar(text, timeSlice) : null;
  if (!calendar) return refuse('schedule-unreadable');
  // Loaded only where calendars are parsed, because it takes several megabytes.
  const { RRuleTemporal } = await import('rrule-temporal');
  const clock = createClock(RRuleTemporal, calendar.zones, timeZone, date);
  const near: Component[] = [];
  for (const event of calendar.events) {
    await timeSlice.yieldIfDue();
    const start = momentIn(propertiesOf(event, 'DTSTART')[0]);
    if (start && clock.isNear(start) && near.length < MOST_TITLES) near.push(event);
  }
  const terms: EventTerms = {
    ...{ date, clock, person, isCanceled: false },
    day: day ?? { dayStart: defaultDayStart, rotations: [] },
    is24: isOnTwentyFourHours(near.flatMap(timesInTitle)),
    places: placesInTitles(near.map(summaryOf)),
  };
  const found: FoundShift[] = [];
  let recurring = 0;
  for (const all of Map.groupBy(calendar.events, uidOf).values()) {
    const moved = Map.groupBy(
      all.filter((event) => event.has('RECURRENCE-ID')),
      (event) => JSON.stringify(momentIn(propertiesOf(event, 'RECURRENCE-ID')[0])),
    );
    const overrides = [...moved.values()].flatMap(newest);
    const isTakenBack = (event: Component) => isCancellation(event, calendar);
    const plain = withoutTakenBack(newest(all.filter((event) => !event.has('RECURRENCE-ID'))), isTakenBack);
    for (const event of [...plain, ...overrides]) {
      await timeSlice.yieldIfDue();
      if (signal.aborted) return refuse('call-cancelled');
      recurring += propertiesOf(event, 'RRULE').length;
      if (recurring > MAX_RECURRING) return refuse('schedule-unreadable');
      const own = { ...terms, isCanceled: isTakenBack(event) };
      for (const shift of shiftsOf(event, event === plain[0] ? overrides : [], own)) found.push(shift);
    }
  }
  const isTurned = isWrittenLastFirst(
    found.flatMap(({ name, isMaybeSeveral }) => (isMaybeSeveral ? [] : [name])),
  );
  const shifts = found.map((shift): FoundShift => {
    if (shift.isMaybeSeveral && !isTurned && !shift.skip) return { ...shift, skip: 'several people' };
    return isTurned ? { ...shift, name: turnedName(shift.name) } : shift;
  });
  const taken = shifts.filter(({ skip, start, end }) => !skip && start && end && isOfDay(start, date));
  const warnings = warningsOf(taken, calendar, clock, timeZone);
  return collectShifts('ics', { date, timeSlice }, shifts, { warnings }, (shift) => shift);
}

const timesInTitle = (event: Component) =>
  momentIn(propertiesOf(event, 'DTSTART')[0])?.isDay
    ? readTitle(summaryOf(event)).ranges.flatMap(({ start, end }) =>
        end === 'close' ? [start] : [start, end],
      )
    : [];

/** What the calendars of a file call themselves. */
const namesOf = ({ headOf }: Calendar): readonly string[] => [
  ...new Set(
    [...headOf.values()].map((head) => shownText(head, 'X-WR-CALNAME').trim()).filter((name) => name !== ''),
  ),
];

const isCancellation = (event: Component, { headOf }: Calendar): boolean =>
  /^cancel\s*$/i.test(textOf(headOf.get(event), 'METHOD'));

const sequenceOf = (event: Component) => Number.parseInt(textOf(event, 'SEQUENCE'), 10) || 0;

/** Keeps the latest revision; events with the same sequence number are separate events. */
function newest(events: readonly Component[]): readonly Component[] {
  const last = events.reduce((most, event) => Math.max(most, sequenceOf(event)), 0);
  return events.filter((event) => sequenceOf(event) === last);
}

/** An event that another calendar of the file takes back is in both. */
function withoutTakenBack(
  events: readonly Component[],
  isTakenBack: (event: Component) => boolean,
): readonly Component[] {
  const back = new Set(events.filter(isTakenBack).map((event) => textOf(event, 'DTSTART')));
  return events.filter((event) => isTakenBack(event) || !back.has(textOf(event, 'DTSTART')));
}

/** What was read in one of several possible ways. */
function warningsOf(
  taken: readonly FoundShift[],
  calendar: Calendar,
  clock: CalendarClock,
  timeZone: string,
): readonly Problem[] {
  const about = (
    code: Problem['code'],
    shifts: readonly FoundShift[],
    more: Problem['details'] = {},
  ): readonly Problem[] =>
    shifts.length === 0
      ? []
      : [
          {
            code,
            details: { count: shifts.length, titles: quoted(shifts.map(({ title = '' }) => title)), ...more },
          },
        ];
  const names = namesOf(calendar);
  const places = new Map(taken.flatMap(({ place }) => (place === '' ? [] : [[place.toLowerCase(), place]])));
  const isFree = ({ event }: FoundShift) =>
    /^transparent\s*$/i.test(textOf(event, 'TRANSP')) ||
    /^free\s*$/i.test(textOf(event, 'X-MICROSOFT-CDO-BUSYSTATUS'));
  const free = taken.filter(isFree);
  const statuses = Map.groupBy(taken, statusOf);
  const zones = Map.groupBy(taken, ({ moment }) => moment?.zone ?? '');
  const floating = taken.filter((shift) => isElsewhere(shift, calendar, timeZone));
  const head = floating[0] && calendar.headOf.get(floating[0].event);
  const close = taken.filter(({ endsAtClose }) => endsAtClose);
  const count = calendar.otherEntries;
  return [
    ...(names.length > 1
      ? [{ code: 'several-calendars', details: { count: names.length, titles: quoted(names) } } as const]
      : []),
    ...[...zones].flatMap(([zone, shifts]) => {
      const doubt = clock.doubtOf(zone);
      if (!doubt) return [];
      if (doubt.readAs === null) return about('zone-not-known', shifts, { zone: zone.slice(0, 80) });
      return about('zone-guessed', shifts, { zone, read: doubt.readAs });
    }),
    ...about('zone-missing', floating, { zone: textOf(head, 'X-WR-TIMEZONE').trim().slice(0, 80) }),
    // Where all are, it says nothing.
    ...(free.length < taken.length ? about('shifts-free', free) : []),
    ...[...statuses].flatMap(([status, shifts]) =>
      status === '' ? [] : about('shifts-with-status', shifts, { status }),
    ),
    ...(places.size > 1
      ? [
          {
            code: 'several-places',
            details: { count: places.size, titles: quoted(places.values()) },
          } as const,
        ]
      : []),
    ...about('titles-until-close', close, { time: close[0] ? closingText(close[0]) : '' }),
    ...(count > 0 ? [{ code: 'skipped-entries', details: { count } } as const] : []),
  ];
}

/** '' for a usual one. */
function statusOf({ event }: FoundShift): string {
  const status = textOf(event, 'STATUS').trim().toUpperCase().slice(0, 40);
  const busy = textOf(event, 'X-MICROSOFT-CDO-BUSYSTATUS').trim().toUpperCase();
  if (status === '' || status === 'CONFIRMED') return busy === 'TENTATIVE' ? busy : '';
  return status;
}

/** A time without a zone, in a calendar that names one with other times than the store's. */
function isElsewhere({ moment, event }: FoundShift, { headOf }: Calendar, timeZone: string): boolean {
  if (moment?.zone !== '' || moment.isDay) return false;
  const name = textOf(headOf.get(event), 'X-WR-TIMEZONE').trim();
  if (name === '') return false;
  const zone = zoneNamed(name)?.zone;
  const at = (each: string) => instantOf(moment.date, moment.minutes, each);
  return zone === undefined || at(zone) !== at(timeZone);
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
    if (!/[\uFFFD\0]/.test(text)) return done(text);
    await timeSlice.yieldNow();
    return done(decodeCalendar(bytes));
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
