import ical, { type EventInstance, type VEvent } from 'node-ical';
import { addDays, wallClock } from '../../domain/date.ts';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Door } from '../outgoing/door.ts';
import { createCollection, lengthBetween, startOfDay } from './collect.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Door;
}

/** Any calendar feed, such as the whole team's of When I Work. Its address is a secret: whoever has it can read it. */
export function createCalendarFeed({ door }: Parts): Provider {
  async function events({ settings, signal }: Asking): Promise<Outcome<readonly VEvent[]>> {
    const address = (settings.address ?? '').replace(/^webcal:/i, 'https:');
    const answer = await door.fetch({ url: address, headers: { accept: 'text/calendar' }, signal });
    if (!answer.ok) return answer;
    const { status, text } = answer.value;
    if (status === 401 || status === 403 || status === 404) return refuse('schedule-refused');
    if (status !== 200 || !/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return refuse('schedule-unreadable');
    try {
      const calendar = ical.sync.parseICS(text);
      return done(Object.values(calendar).filter((each): each is VEvent => each?.type === 'VEVENT'));
    } catch {
      return refuse('schedule-unreadable');
    }
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const found = await events(terms);
    if (!found.ok) return found;
    const { date, timeZone } = terms;
    const collection = createCollection('ics', date);
    const from = new Date(startOfDay(addDays(date, -1), timeZone));
    const to = new Date(startOfDay(addDays(date, 2), timeZone));
    for (const event of found.value) {
      for (const instance of instancesOf(event, from, to)) {
        if (event.status === 'CANCELLED') {
          collection.leave('deleted');
          continue;
        }
        const [startsAt, endsAt] = [instance.start.getTime(), instance.end.getTime()];
        if (instance.isFullDay || Number.isNaN(startsAt) || Number.isNaN(endsAt)) {
          collection.leave('unreadable');
          continue;
        }
        const start = wallClock(startsAt, timeZone);
        const { name, role } = readSummary(plain(event.summary));
        if (/^(open ?shifts?|unassigned)$/i.test(name)) collection.leave('open');
        else {
          collection.add({
            id: instance.isRecurring ? `${event.uid}:${start.date}` : event.uid,
            name,
            start,
            length: lengthBetween(start, wallClock(endsAt, timeZone)),
            job: role || 'Shift',
            role: role || 'Shift',
            note: plain(event.description),
          });
        }
      }
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
        kind: 'secret',
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

function instancesOf(
  event: VEvent,
  from: Date,
  to: Date,
): readonly Pick<EventInstance, 'start' | 'end' | 'isFullDay' | 'isRecurring'>[] {
  if (event.rrule) return ical.expandRecurringEvent(event, { from, to });
  const { start, end } = event;
  if (!start || start < from || start >= to) return [];
  return [{ start, end: end ?? start, isFullDay: event.datetype === 'date', isRecurring: false }];
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
