import ical, { type DateWithTimeZone, type EventInstance, type VEvent } from 'node-ical';
import { addDays, isTimeZone, wallClock } from '../../domain/date.ts';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Door } from '../outgoing/door.ts';
import { createCollection, type LocalMoment, startOfDay } from './collect.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

/** More than a year of a large store's shifts. */
const MOST_EVENTS = 20_000;
/** Events that repeat cost more, so that fewer are taken. */
const MOST_REPEATING = 1_000;

interface Parts {
  readonly door: Door;
}

/** Any calendar feed, such as the whole team's of When I Work. Its address is a secret: whoever has it can read it. */
export function createCalendarFeed({ door }: Parts): Provider {
  async function events({ settings, signal }: Asking): Promise<Outcome<readonly VEvent[]>> {
    const answer = await door.fetch({
      url: settings.address ?? '',
      headers: { accept: 'text/calendar' },
      signal,
    });
    if (!answer.ok) return answer;
    const { status, text } = answer.value;
    if (status === 401 || status === 403 || status === 404) return refuse('schedule-refused');
    // Without its end it was cut off: what is missing must not look as if it were gone.
    const isWhole = /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);
    if (status !== 200 || !isWhole) return refuse('schedule-unreadable');
    try {
      const calendar = ical.sync.parseICS(text);
      const all = Object.values(calendar).filter((each): each is VEvent => each?.type === 'VEVENT');
      const repeating = all.filter(({ rrule }) => rrule).length;
      const isTooMuch = all.length > MOST_EVENTS || repeating > MOST_REPEATING;
      return isTooMuch ? refuse('schedule-unreadable') : done(all);
    } catch {
      return refuse('schedule-unreadable');
    }
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const found = await events(terms);
    if (!found.ok) return found;
    const { date, timeZone } = terms;
    const collection = createCollection('ics', date);
    // A day more on each side: times without a zone are taken for the machine's own at first.
    const from = new Date(startOfDay(addDays(date, -2), timeZone));
    const to = new Date(startOfDay(addDays(date, 3), timeZone));
    let instances: readonly Instance[];
    try {
      instances = found.value.flatMap((event) => instancesOf(event, from, to));
    } catch {
      // A rule that repeats without an end in sight.
      return refuse('schedule-unreadable');
    }
    for (const { start: startsAt, end: endsAt, isFullDay, isRecurring, event } of instances) {
      // Holidays and the like.
      if (isFullDay) continue;
      const start = momentOf(startsAt, timeZone);
      const { name, role } = readSummary(plain(event.summary));
      const isOpen = /^(open ?shifts?|unassigned)$/i.test(name);
      collection.add({
        id: isRecurring && start ? `${event.uid}:${start.date}` : event.uid,
        name,
        start,
        end: momentOf(endsAt, timeZone),
        job: role || 'Shift',
        role: role || 'Shift',
        note: plain(event.description),
        leftOut: event.status === 'CANCELLED' ? 'deleted' : isOpen ? 'open' : null,
      });
    }
    return done(collection.result());
  }

  return {
    key: 'ics',
    name: 'Calendar feed',
    risk: null,
    fields: [
      {
        name: 'address',
        label: 'Address of the feed',
        kind: 'address',
        isSecret: true,
        isRequired: true,
        help: 'It begins with https:// or webcal:// and often ends with .ics. In When I Work: Schedule, Tools, Sync Calendar.',
      },
    ],
    async locations(asking) {
      const found = await events(asking);
      return found.ok ? done([]) : found;
    },
    read,
  };
}

type Instance = Pick<EventInstance, 'start' | 'end' | 'isFullDay' | 'isRecurring' | 'event'>;

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
function momentOf(time: DateWithTimeZone, timeZone: string): LocalMoment | null {
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

/** A value may carry parameters beside its text. */
const plain = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'val' in value) return String(value.val);
  return '';
};
