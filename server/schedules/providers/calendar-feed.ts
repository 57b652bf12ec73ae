import type ical from 'node-ical';
import type { DateWithTimeZone, EventInstance, VEvent } from 'node-ical';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { decodeText } from '../../../domain/schedule/decode-text.ts';
import {
  isLeave,
  isNobody,
  isStoreLine,
  isWrittenLastFirst,
  turnedName,
  withoutTags,
} from '../../../domain/schedule/printed-name.ts';
import { isTimeZone, wallClock } from '../../../domain/time/date.ts';
import type { SafeFetch } from '../safe-fetch.ts';
import { chunksAround } from './calendar-text.ts';
import {
  createShiftCollector,
  field,
  type LocalDateTime,
  type Provider,
  type ProviderRequest,
  type ProviderSchedule,
  type ProviderShift,
  type ScheduleRequest,
  type SkipReason,
  startOfDay,
} from './provider.ts';

/** In characters; enough for a name, a role, and a place. */
const MAX_SUMMARY_LENGTH = 300;

type CalendarTerms = Pick<ScheduleRequest, 'date' | 'timeZone' | 'signal' | 'timeSlice'>;

/** A calendar without its end was cut off; its missing events must not look like deleted shifts. */
const isWholeCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);

export async function parseCalendar(
  calendar: string,
  { date, timeZone, signal, timeSlice }: CalendarTerms,
): Promise<Outcome<ProviderSchedule>> {
  const chunks = isWholeCalendar(calendar) ? await chunksAround(calendar, date, timeSlice) : null;
  if (!chunks) return refuse('schedule-unreadable');
  // Loaded only where calendars are parsed, because it takes several megabytes.
  const { default: library } = await import('node-ical');
  const collector = createShiftCollector('ics', date);
  for (let count = 0; count < chunks.tooMuch; count++) collector.add(unreadable);
  const from = new Date(startOfDay(date, -2, timeZone));
  const to = new Date(startOfDay(date, 3, timeZone));
  const read = new Set<string | number>();
  const shifts: ProviderShift[] = [];
  for (const text of chunks.texts) {
    await timeSlice.yieldNow();
    if (signal.aborted) return refuse('call-cancelled');
    const events = quietly(() => Object.values(library.sync.parseICS(text)));
    if (!events) return refuse('schedule-unreadable');
    for (const event of events) {
      if (event?.type !== 'VEVENT') continue;
      await timeSlice.yieldIfDue();
      if (signal.aborted) return refuse('call-cancelled');
      const instances = quietly(() => instancesOf(library, event, from, to));
      if (!instances) return refuse('schedule-unreadable');
      for (const instance of instances) {
        const shift = shiftOf(instance, chunks.idOf.get(event.uid) ?? '', timeZone);
        if (!shift) continue;
        // Two rules of an event, or a rule and a list, can have a date in common.
        if (chunks.again.has(event.uid) && read.has(shift.id)) continue;
        read.add(shift.id);
        shifts.push(chunks.isCancellation ? { ...shift, skip: 'deleted' } : shift);
      }
    }
  }
  const isTurned = isWrittenLastFirst(shifts.map(({ name }) => name));
  for (const shift of shifts) {
    await timeSlice.yieldIfDue();
    collector.add(isTurned ? { ...shift, name: turnedName(shift.name) } : shift);
  }
  return collector.result();
}

type Instance = Pick<EventInstance, 'start' | 'end' | 'isFullDay' | 'isRecurring' | 'event'>;

function quietly<T>(ask: () => T): T | null {
  const { warn } = console;
  // node-ical writes contents of the calendar to the console and has no option against it.
  console.warn = () => {};
  try {
    return ask();
  } catch {
    return null;
  } finally {
    console.warn = warn;
  }
}

/** Null for all-day events, such as holidays, and events that don't block time. */
function shiftOf(
  { start: startsAt, end: endsAt, isFullDay, isRecurring, event }: Instance,
  id: string,
  timeZone: string,
): ProviderShift | null {
  if (isFullDay || plain(event.transparency).toUpperCase() === 'TRANSPARENT') return null;
  const start = momentOf(startsAt, timeZone);
  const { name, role } = parseSummary(plain(event.summary).slice(0, MAX_SUMMARY_LENGTH));
  // A moved occurrence keeps its original date in the id, so that it stays the same shift.
  const { recurrenceid: place } = event;
  const instance = place ? momentOf(place as DateWithTimeZone, timeZone) : isRecurring ? start : null;
  return {
    id: instance ? `${id}:${instance.date}` : id,
    name,
    start,
    end: momentOf(endsAt, timeZone),
    job: role || 'Shift',
    role: role || 'Shift',
    note: plain(event.description),
    store: null,
    skip: event.status === 'CANCELLED' ? 'deleted' : skipReason(name, role),
  };
}

const unreadable: ProviderShift = {
  ...{ id: '', name: '', job: '', role: '', note: '', store: null },
  start: null,
  end: null,
  skip: null,
};

function instancesOf(library: typeof ical, event: VEvent, from: Date, to: Date): readonly Instance[] {
  const { start, end } = event;
  if (event.rrule && isMoment(start)) return library.expandRecurringEvent(event, { from, to });
  if (isMoment(start) && (start < from || start >= to)) return [];
  return [{ start, end: end ?? start, isFullDay: event.datetype === 'date', isRecurring: false, event }];
}

/** The library returns dates it can't parse as text. */
const isMoment = (value: unknown): value is DateWithTimeZone =>
  value instanceof Date && !Number.isNaN(value.getTime());

/** Times without a known zone are in the store's zone, but the library parses them in the server's. */
function momentOf(time: DateWithTimeZone, timeZone: string): LocalDateTime | null {
  if (!isMoment(time)) return null;
  const isOfAZone = time.tz !== undefined && isTimeZone(time.tz);
  return wallClock(time.getTime(), isOfAZone ? timeZone : Temporal.Now.timeZoneId());
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

/** A value may have parameters in addition to its text. */
const plain = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'val' in value) return String(value.val);
  return '';
};

/** Any calendar feed, such as a team's in When I Work. The address is a secret: anyone who has it can read the feed. */
export function createCalendarFeed({
  safeFetch,
}: {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
}): Provider {
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
    fields: [
      field('address', 'Feed URL', {
        kind: 'address',
        isSecret: true,
        help:
          'It begins with https:// or webcal:// and often ends with .ics. In When I Work, go to My Schedule > ' +
          'Calendar Sync, then copy the link for Entire Schedule.',
      }),
    ],
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
