import { setImmediate } from 'node:timers/promises';
import ical, { type DateWithTimeZone, type EventInstance, type VEvent } from 'node-ical';
import { type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { isTimeZone, wallClock } from '../../../domain/time/date.ts';
import { type LocalDateTime, startOfDay } from '../local-date-time.ts';
import type { ProviderSchedule, ScheduleRequest } from '../providers/provider.ts';
import { createShiftCollector, type ProviderShift } from '../shift-collector.ts';
import { partsAround } from './calendar-text.ts';

/** In characters; a name, a role and a place have room in it. */
const LONGEST_SUMMARY = 300;

type CalendarTerms = Pick<ScheduleRequest, 'date' | 'timeZone' | 'signal'>;

/** Without its end it was cut off: what is missing must not look as if it were gone. */
export const isWholeCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);

/** Reads the shifts around a date in a calendar's text, of a feed or of a file. */
export async function parseCalendar(
  calendar: string,
  { date, timeZone, signal }: CalendarTerms,
): Promise<Outcome<ProviderSchedule>> {
  const parts = isWholeCalendar(calendar) ? partsAround(calendar, date) : null;
  if (!parts) return refuse('schedule-unreadable');
  const collector = createShiftCollector('ics', date);
  for (let count = 0; count < parts.tooMuch; count++) collector.add(unreadable);
  const from = new Date(startOfDay(date, -2, timeZone));
  const to = new Date(startOfDay(date, 3, timeZone));
  for (const text of parts.texts) {
    // Lets the server do other work in between.
    await setImmediate();
    if (signal.aborted) return refuse('call-cancelled');
    const instances = instancesIn(text, from, to);
    if (!instances) return refuse('schedule-unreadable');
    for (const instance of instances) {
      const said = shiftOf(instance, parts.idOf.get(instance.event.uid) ?? '', timeZone);
      if (said) collector.add(said);
    }
  }
  return collector.result();
}

type Instance = Pick<EventInstance, 'start' | 'end' | 'isFullDay' | 'isRecurring' | 'event'>;

/** Null for what the library cannot make sense of. */
function instancesIn(text: string, from: Date, to: Date): readonly Instance[] | null {
  const { warn } = console;
  // The library says there what it makes of odd lines, which can be anything.
  console.warn = () => {};
  try {
    return Object.values(ical.sync.parseICS(text))
      .filter((each): each is VEvent => each?.type === 'VEVENT')
      .flatMap((event) => instancesOf(event, from, to));
  } catch {
    return null;
  } finally {
    console.warn = warn;
  }
}

/** Null for holidays and the like, and for what takes up nobody's time. */
function shiftOf(
  { start: startsAt, end: endsAt, isFullDay, isRecurring, event }: Instance,
  id: string,
  timeZone: string,
): ProviderShift | null {
  if (isFullDay || plain(event.transparency).toUpperCase() === 'TRANSPARENT') return null;
  const start = momentOf(startsAt, timeZone);
  const { name, role } = readSummary(plain(event.summary).slice(0, LONGEST_SUMMARY));
  // A moved one of a series keeps the day that the series has it on, so that it stays the same shift.
  const { recurrenceid: place } = event;
  const instance = place ? momentOf(place as DateWithTimeZone, timeZone) : isRecurring ? start : null;
  const isOpen = /^(open ?shifts?|unassigned)$/i.test(name);
  return {
    id: instance ? `${id}:${instance.date}` : id,
    name,
    start,
    end: momentOf(endsAt, timeZone),
    job: role || 'Shift',
    role: role || 'Shift',
    note: plain(event.description),
    store: null,
    skip: event.status === 'CANCELLED' ? 'deleted' : isOpen ? 'open' : null,
  };
}

const unreadable: ProviderShift = {
  ...{ id: '', name: '', job: '', role: '', note: '', store: null },
  start: null,
  end: null,
  skip: null,
};

function instancesOf(event: VEvent, from: Date, to: Date): readonly Instance[] {
  const { start, end } = event;
  if (event.rrule && isMoment(start)) return ical.expandRecurringEvent(event, { from, to });
  if (isMoment(start) && (start < from || start >= to)) return [];
  return [{ start, end: end ?? start, isFullDay: event.datetype === 'date', isRecurring: false, event }];
}

/** What the library cannot read, it hands over as text. */
const isMoment = (value: unknown): value is DateWithTimeZone =>
  value instanceof Date && !Number.isNaN(value.getTime());

/** A time without a zone that is known is the store's own; the library has read it as the machine's. */
function momentOf(time: DateWithTimeZone, timeZone: string): LocalDateTime | null {
  if (!isMoment(time)) return null;
  const isOfAZone = time.tz !== undefined && isTimeZone(time.tz);
  return wallClock(time.getTime(), isOfAZone ? timeZone : Temporal.Now.timeZoneId());
}

/** 'Maria G. (Shift as COOK at MAPLE)' is a name with a role; anything else is a name. */
function readSummary(summary: string): { name: string; role: string } {
  const named = /^(.*?)\s*\((?:shift )?as (.+?)(?: at .+?)?\)\s*$/i.exec(summary);
  if (named) return { name: named[1] ?? '', role: named[2] ?? '' };
  const dashed = /^(.+?)\s+[-–|]\s+(.+)$/.exec(summary);
  return dashed ? { name: dashed[1] ?? '', role: dashed[2] ?? '' } : { name: summary, role: '' };
}

/** A value may have parameters in addition to its text. */
const plain = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'val' in value) return String(value.val);
  return '';
};
