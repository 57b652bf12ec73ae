import * as z from 'zod/mini';
import { type CallableCode, longestCall, parseCallable } from '../../../domain/problem/callable-status.ts';
import {
  done,
  type Outcome,
  type Problem,
  type ProblemCode,
  refuse,
} from '../../../domain/problem/problem.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import {
  collectShifts,
  fieldsOf,
  largestJson,
  looseFields,
  type ParsedList,
  type Provider,
  type ProviderDependencies,
  type ProviderRequest,
  type ProviderShift,
  parseList,
  parseLocalDateTime,
  waitToParse,
} from './provider.ts';

const shift = z.object({
  id: looseFields.id,
  startTime: z.string(),
  endTime: z.string(),
  teamMember: looseFields.text,
  job: looseFields.text,
  note: looseFields.text,
  role: looseFields.text,
});
const result = z.object({ schedule: z.object({ shifts: looseFields.list }) });
type Shift = z.infer<typeof shift>;

/** Callable error codes that are more specific than the HTTP status. */
const problems: Partial<Record<CallableCode, ProblemCode>> = {
  unauthenticated: 'schedule-refused',
  'permission-denied': 'schedule-forbidden',
  'not-found': 'schedule-not-found',
  'resource-exhausted': 'schedule-unreachable',
  unavailable: 'schedule-unreachable',
  'deadline-exceeded': 'schedule-slow',
};

const name = 'HotSchedules (custom connection)';

const field = fieldsOf('callable');

/** A `hotschedules-getSchedule` function that a store already hosts. It returns the shifts of one date. */
export function createCallable({
  safeFetch,
  now,
}: Pick<ProviderDependencies, 'safeFetch'> & { readonly now: () => number }): Provider {
  async function call(
    { settings, signal, timeSlice }: ProviderRequest,
    date: IsoDate,
  ): Promise<Outcome<ParsedList<Shift>>> {
    const fetched = await safeFetch.fetch({
      largest: largestJson,
      url: settings.address ?? '',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.token && { authorization: `Bearer ${settings.token}` }),
      },
      body: JSON.stringify({ data: { date, user: settings.user ?? '', pass: settings.pass ?? '' } }),
      // Such functions sign in to another service first.
      timeout: longestCall,
      returnsServerErrors: true,
      signal,
    });
    const response = await waitToParse(fetched, timeSlice);
    if (!response.ok) return response;
    const { status, text } = response.value;
    const read = parseCallable(status, text);
    if ('code' in read) {
      const code = problems[read.code] ?? (status >= 500 ? 'schedule-failed' : 'schedule-unreadable');
      return refuse(code, read.message === null ? {} : { details: { said: read.message } });
    }
    const parsed = z.safeParse(result, read.data);
    return parsed.success
      ? parseList(parsed.data.schedule.shifts, shift, timeSlice)
      : refuse('schedule-unreadable');
  }

  return {
    key: 'callable',
    name,
    risk: null,
    fields: [
      field('address', { kind: 'address' }),
      field('user'),
      field('pass', { isSecret: true }),
      field('token', { isSecret: true, isRequired: false }),
    ],
    async fetchLocations(request) {
      const called = await call(request, new Date(now()).toISOString().slice(0, 10));
      return called.ok ? done([]) : called;
    },
    async fetchSchedule(request) {
      const { date } = request;
      const nextDay = addDays(date, 1);
      const [today, tomorrow] = await Promise.all([call(request, date), call(request, nextDay)]);
      if (!today.ok) return today;
      const shifts = [
        ...today.value.items.map((each) => [date, each] as const),
        ...(tomorrow.ok ? tomorrow.value.items : []).map((each) => [nextDay, each] as const),
      ];
      const warnings = tomorrow.ok ? [] : [nextDayUnread(tomorrow.problem)];
      const { unreadable } = today.value;
      return collectShifts('callable', request, shifts, { unreadable, warnings }, shiftOn);
    },
  };
}

const nextDayUnread = (problem: Problem): Problem => ({
  code: 'next-day-unread',
  details: { reason: { ...problem, details: { provider: name, ...problem.details } } },
});

function shiftOn([day, shift]: readonly [IsoDate, Shift]): ProviderShift {
  const { id, startTime, endTime, teamMember, job, note, role } = shift;
  const start = parseLocalDateTime(day, startTime);
  const sameDay = parseLocalDateTime(day, endTime);
  const endsNextDay = start && sameDay && sameDay.minutes <= start.minutes;
  const end = endsNextDay ? { ...sameDay, date: addDays(day, 1) } : sameDay;
  return { id, name: teamMember, start, end, job, note, role };
}
