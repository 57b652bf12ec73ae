import * as z from 'zod/mini';
import { type CallableCode, longestCall, readCallable } from '../../../domain/problem/callable-status.ts';
import {
  done,
  type Outcome,
  type Problem,
  type ProblemCode,
  refuse,
  sentence,
} from '../../../domain/problem/problem.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import type { Door } from '../../safe-fetch/safe-fetch.ts';
import { createCollection, momentAt } from '../collect.ts';
import { anyId, maybeText, type ReadList, readList } from './json.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
  readonly now: () => number;
}

const shift = z.object({
  id: anyId,
  startTime: z.string(),
  endTime: z.string(),
  teamMember: maybeText,
  job: maybeText,
  note: maybeText,
  role: maybeText,
});
const answer = z.object({ schedule: z.object({ shifts: z.array(z.unknown()) }) });
type Shift = z.infer<typeof shift>;

/** Those that say more than their status does. */
const problems: Partial<Record<CallableCode, ProblemCode>> = {
  unauthenticated: 'schedule-refused',
  'permission-denied': 'schedule-forbidden',
  'not-found': 'schedule-not-found',
  'resource-exhausted': 'schedule-unreachable',
  unavailable: 'schedule-unreachable',
  'deadline-exceeded': 'schedule-slow',
};

const name = 'HotSchedules (custom connection)';

/** A hosted `hotschedules-getSchedule` that a store runs already; it tells a date's shifts and no others. */
export function createCallable({ door, now }: Parts): Provider {
  async function call({ settings, signal }: Asking, date: IsoDate): Promise<Outcome<ReadList<Shift>>> {
    const sent = await door.fetch({
      url: settings.address ?? '',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.token && { authorization: `Bearer ${settings.token}` }),
      },
      body: JSON.stringify({ data: { date, user: settings.user ?? '', pass: settings.pass ?? '' } }),
      // Such functions sign in somewhere themselves.
      patience: longestCall,
      keepsFailures: true,
      signal,
    });
    if (!sent.ok) return sent;
    const { status, text } = sent.value;
    const read = readCallable(status, text);
    if ('code' in read) {
      const code = problems[read.code] ?? (status >= 500 ? 'schedule-failed' : 'schedule-unreadable');
      return refuse(code, read.message === null ? {} : { details: { said: read.message } });
    }
    const parsed = z.safeParse(answer, read.data);
    return parsed.success ? readList(parsed.data.schedule.shifts, shift) : refuse('schedule-unreadable');
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const { date } = terms;
    const collection = createCollection('callable', date);
    const nextDay = addDays(date, 1);
    const [today, tomorrow] = await Promise.all([call(terms, date), call(terms, nextDay)]);
    if (!today.ok) return today;
    if (!tomorrow.ok) collection.warn(`Couldn’t read the next day. ${toldOf(tomorrow.problem)}`);
    const days = [[date, today.value] as const, ...(tomorrow.ok ? [[nextDay, tomorrow.value] as const] : [])];
    collection.unreadable(today.value.unreadable);
    for (const [day, { items }] of days) {
      for (const each of items) {
        const start = momentAt(day, each.startTime);
        const sameDay = momentAt(day, each.endTime);
        const endsNextDay = start && sameDay && sameDay.minutes <= start.minutes;
        collection.add({
          id: each.id,
          name: each.teamMember,
          start,
          end: endsNextDay ? { ...sameDay, date: addDays(day, 1) } : sameDay,
          job: each.job,
          role: each.role,
          note: each.note,
          store: null,
          leftOut: null,
        });
      }
    }
    return collection.result();
  }

  const toldOf = (problem: Problem) =>
    sentence({ ...problem, details: { provider: name, ...problem.details } });

  return {
    key: 'callable',
    name,
    risk: null,
    fields: [
      {
        name: 'address',
        label: 'Address of the function',
        kind: 'address',
        isSecret: false,
        isRequired: true,
        help: 'It ends with hotschedules-getSchedule.',
      },
      {
        name: 'user',
        label: 'User name',
        kind: 'text',
        isSecret: false,
        isRequired: true,
        help: 'Of HotSchedules.',
      },
      {
        name: 'pass',
        label: 'Password',
        kind: 'text',
        isSecret: true,
        isRequired: true,
        help: 'Of HotSchedules.',
      },
      {
        name: 'token',
        label: 'Access token',
        kind: 'text',
        isSecret: true,
        isRequired: false,
        help: 'If the function asks for one.',
      },
    ],
    async locations(asking) {
      const called = await call(asking, new Date(now()).toISOString().slice(0, 10));
      return called.ok ? done([]) : called;
    },
    read,
  };
}
