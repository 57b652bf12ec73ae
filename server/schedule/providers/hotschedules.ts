import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { addDays } from '../../../domain/time/date.ts';
import type { Answer, Door } from '../../safe-fetch/safe-fetch.ts';
import { createCollection, type LeftOut, momentAt, zoneOf } from '../collect.ts';
import { anyId, maybeFlag, maybeId, maybeText, type ReadList, readJsonList } from './json.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
  /** Where the service is, without a slash at the end. */
  readonly base: string;
}

const shift = z.object({
  id: anyId,
  ownerId: maybeId,
  startDate: z.string(),
  startTime: z.string(),
  /** In minutes. */
  duration: z.number(),
  jobId: maybeId,
  roleId: maybeId,
  house: maybeFlag,
  scheduled: maybeFlag,
  shiftNote: maybeText,
  clientId: maybeId,
});
type Shift = z.infer<typeof shift>;

const employee = z.object({
  id: anyId,
  name: maybeText,
  firstname: maybeText,
  lastname: maybeText,
  nickname: maybeText,
  displayName: maybeText,
});
const job = z.object({ id: anyId, jobName: maybeText });
const role = z.object({ id: anyId, roleName: maybeText });
const client = z.object({ id: anyId, name: maybeText, timeZone: maybeText });

/** The pages that a manager's browser uses; nobody promised that they stay as they are. */
export function createHotSchedules({ door, base }: Parts): Provider {
  async function signIn({ settings, signal }: Asking): Promise<Outcome<string>> {
    const answer = await door.fetch({
      url: `${base}/hs/prelogin.hs`,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-requested-with': 'XMLHttpRequest',
      },
      body: new URLSearchParams({
        username: settings.user ?? '',
        password: settings.pass ?? '',
      }).toString(),
      keepsRedirects: true,
      signal,
    });
    if (!answer.ok) return answer;
    const cookies = cookiesOf(answer.value);
    return cookies.some((cookie) => cookie.startsWith('hs_user='))
      ? done(cookies.join('; '))
      : refuse('schedule-refused');
  }

  /** Reads with the session; one that ended meanwhile is renewed once. */
  async function session(asking: Asking) {
    const first = await signIn(asking);
    if (!first.ok) return first;
    let cookie = first.value;
    let renewal: Promise<Outcome<string>> | null = null;

    const ask = (path: string): Promise<Outcome<Answer>> =>
      door.fetch({
        url: `${base}${path}`,
        headers: { cookie, 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' },
        keepsRedirects: true,
        signal: asking.signal,
      });
    const isOver = (answer: Outcome<Answer>) =>
      answer.ok && answer.value.status >= 300 && answer.value.status < 400;

    async function read<T>(path: string, shape: z.ZodMiniType<T>): Promise<Outcome<ReadList<T>>> {
      let answer = await ask(path);
      if (isOver(answer)) {
        renewal ??= signIn(asking);
        const renewed = await renewal;
        if (!renewed.ok) return renewed;
        cookie = renewed.value;
        answer = await ask(path);
        // The sign-in was accepted twice: it is the page that this account is led away from, such as to choose a store.
        if (isOver(answer)) return refuse('schedule-forbidden');
      }
      return readJsonList(answer, shape);
    }
    return done(read);
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const opened = await session(terms);
    if (!opened.ok) return opened;
    const get = opened.value;
    const { date, location } = terms;
    const [shifts, employees, jobs, roles] = await Promise.all([
      get(`/hs/spring/shifts/posted/?start=${addDays(date, -1)}&end=${addDays(date, 1)}`, shift),
      get('/hs/spring/client/employee/?active=true', employee),
      get('/hs/spring/client/jobs/', job),
      get('/hs/spring/client/roles/', role),
    ]);
    if (!shifts.ok) return shifts;
    if (!employees.ok) return employees;
    if (!jobs.ok) return jobs;
    if (!roles.ok) return roles;
    const names = new Map(employees.value.items.map((each) => [each.id, nameOf(each)]));
    const jobNames = new Map(jobs.value.items.map((each) => [each.id, each.jobName]));
    const roleNames = new Map(roles.value.items.map((each) => [each.id, each.roleName]));
    const collection = createCollection('hotschedules', date);
    collection.unreadable(shifts.value.unreadable);
    for (const each of shifts.value.items) {
      const start = momentAt(each.startDate, each.startTime);
      collection.add({
        id: each.id,
        name: names.get(each.ownerId ?? '') ?? '',
        start,
        end: start && { ...start, minutes: start.minutes + each.duration },
        job: jobNames.get(each.jobId ?? '') ?? '',
        role: roleNames.get(each.roleId ?? '') ?? '',
        note: each.shiftNote,
        store: each.clientId,
        leftOut: leftOut(each, location),
      });
    }
    return collection.result();
  }

  return {
    key: 'hotschedules',
    name: 'HotSchedules',
    risk:
      'Lineup signs in to HotSchedules as the person whose name and password you enter here, in the way a browser ' +
      'does. HotSchedules does not promise that this works, nor that it is allowed under your contract. Use an ' +
      'account of its own that can only read the schedule.',
    fields: [
      { name: 'user', label: 'User name', kind: 'text', isSecret: false, isRequired: true, help: '' },
      { name: 'pass', label: 'Password', kind: 'text', isSecret: true, isRequired: true, help: '' },
    ],
    async locations(asking) {
      const opened = await session(asking);
      if (!opened.ok) return opened;
      const clients = await opened.value('/hs/spring/my/clients', client);
      if (!clients.ok) return clients;
      return done(
        clients.value.items.map(({ id, name, timeZone }) => ({
          id,
          name: name || id,
          timeZone: zoneOf(timeZone),
        })),
      );
    },
    read,
  };
}

function cookiesOf({ headers }: Answer): readonly string[] {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='));
}

const nameOf = ({ name, firstname, lastname, nickname, displayName }: z.infer<typeof employee>): string =>
  `${nickname || firstname} ${lastname}`.trim() || displayName || name;

function leftOut({ house, ownerId, scheduled, clientId }: Shift, location: string | null): LeftOut | null {
  if (house || !ownerId) return 'open';
  if (scheduled === false) return 'draft';
  return location && clientId && clientId !== location ? 'elsewhere' : null;
}
