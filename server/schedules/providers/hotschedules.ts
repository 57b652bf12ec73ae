import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { addDays } from '../../../domain/time/date.ts';
import type { SafeFetchResponse } from '../safe-fetch.ts';
import {
  collectShifts,
  fieldsOf,
  largestJson,
  looseFields,
  type ParsedList,
  type Provider,
  type ProviderDependencies,
  type ProviderRequest,
  parseJson,
  parseList,
  parseLocalDateTime,
  riskOf,
  type SkipReason,
  toLocations,
} from './provider.ts';

const shift = z.object({
  id: looseFields.id,
  ownerId: looseFields.maybeId,
  startDate: z.string(),
  startTime: z.string(),
  /** Minutes. */
  duration: z.number(),
  jobId: looseFields.maybeId,
  roleId: looseFields.maybeId,
  house: looseFields.flag,
  scheduled: looseFields.flag,
  shiftNote: looseFields.text,
  clientId: looseFields.maybeId,
});
type Shift = z.infer<typeof shift>;

const employee = z.object({
  id: looseFields.id,
  name: looseFields.text,
  firstname: looseFields.text,
  lastname: looseFields.text,
  nickname: looseFields.text,
  displayName: looseFields.text,
});
const job = z.object({ id: looseFields.id, jobName: looseFields.text });
const role = z.object({ id: looseFields.id, roleName: looseFields.text });
const client = z.object({ id: looseFields.id, name: looseFields.text, timeZone: looseFields.text });

const field = fieldsOf('hotschedules');

/** The endpoints behind the HotSchedules website. They are undocumented and may change without notice. */
export function createHotSchedules({ safeFetch, base }: ProviderDependencies): Provider {
  async function signIn({ settings, signal }: ProviderRequest): Promise<Outcome<string>> {
    const response = await safeFetch.fetch({
      largest: largestJson,
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
      signal,
    });
    if (!response.ok) return response;
    const cookies = cookiesOf(response.value);
    return cookies.some((cookie) => cookie.startsWith('hs_user='))
      ? done(cookies.join('; '))
      : refuse('schedule-refused');
  }

  /** Signs in and returns a function that fetches lists. If the session ends, all of them sign in once: more would lock the account. */
  async function openSession(request: ProviderRequest) {
    const first = await signIn(request);
    if (!first.ok) return first;
    let cookie = first.value;
    let renewal: Promise<Outcome<string>> | null = null;

    const get = (path: string): Promise<Outcome<SafeFetchResponse>> =>
      safeFetch.fetch({
        largest: largestJson,
        url: `${base}${path}`,
        headers: { cookie, 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' },
        manualRedirects: true,
        signal: request.signal,
      });
    const redirects = (response: Outcome<SafeFetchResponse>) =>
      response.ok && response.value.status >= 300 && response.value.status < 400;

    async function fetchList<T>(path: string, schema: z.ZodMiniType<T>): Promise<Outcome<ParsedList<T>>> {
      let response = await get(path);
      // A redirect leads to the sign-in page.
      if (redirects(response)) {
        renewal ??= signIn(request);
        const renewed = await renewal;
        if (!renewed.ok) return renewed;
        cookie = renewed.value;
        response = await get(path);
        // Both sign-ins were accepted, so the account can't open this page; it may have to choose a store first.
        if (redirects(response)) return refuse('schedule-forbidden');
      }
      const parsed = await parseJson(response, looseFields.list, request.timeSlice);
      return parsed.ok ? parseList(parsed.value, schema, request.timeSlice) : parsed;
    }
    return done(fetchList);
  }

  return {
    key: 'hotschedules',
    name: 'HotSchedules',
    risk: riskOf('hotschedules'),
    fields: [field('user'), field('pass', { isSecret: true })],
    async fetchLocations(request) {
      const opened = await openSession(request);
      if (!opened.ok) return opened;
      return toLocations(await opened.value('/hs/spring/my/clients', client), (each) => each);
    },
    async fetchSchedule(request) {
      const opened = await openSession(request);
      if (!opened.ok) return opened;
      const fetchList = opened.value;
      const { date, location } = request;
      const [shifts, employees, jobs, roles] = await Promise.all([
        fetchList(`/hs/spring/shifts/posted/?start=${addDays(date, -1)}&end=${addDays(date, 1)}`, shift),
        fetchList('/hs/spring/client/employee/?active=true', employee),
        fetchList('/hs/spring/client/jobs/', job),
        fetchList('/hs/spring/client/roles/', role),
      ]);
      if (!shifts.ok) return shifts;
      if (!employees.ok) return employees;
      if (!jobs.ok) return jobs;
      if (!roles.ok) return roles;
      const names = new Map(employees.value.items.map((each) => [each.id, nameOf(each)]));
      const jobNames = new Map(jobs.value.items.map((each) => [each.id, each.jobName]));
      const roleNames = new Map(roles.value.items.map((each) => [each.id, each.roleName]));
      return collectShifts('hotschedules', request, shifts.value.items, shifts.value, (each) => {
        const start = parseLocalDateTime(each.startDate, each.startTime);
        return {
          id: each.id,
          name: names.get(each.ownerId ?? '') ?? '',
          person: each.ownerId,
          start,
          end: start && { ...start, minutes: start.minutes + each.duration },
          job: jobNames.get(each.jobId ?? '') ?? '',
          role: roleNames.get(each.roleId ?? '') ?? '',
          note: each.shiftNote,
          store: each.clientId,
          skip: skipReason(each, location),
        };
      });
    },
  };
}

function cookiesOf({ headers }: SafeFetchResponse): readonly string[] {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='));
}

const nameOf = ({ name, firstname, lastname, nickname, displayName }: z.infer<typeof employee>): string =>
  `${nickname || firstname} ${lastname}`.trim() || displayName || name;

function skipReason(
  { house, ownerId, scheduled, clientId }: Shift,
  location: string | null,
): SkipReason | null {
  if (house || !ownerId) return 'open';
  if (scheduled === false) return 'draft';
  return location && clientId && clientId !== location ? 'other store' : null;
}
