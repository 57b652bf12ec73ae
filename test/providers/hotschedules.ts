import { randomUUID } from 'node:crypto';
import { type Faults, type ReceivedRequest, type Reply, runStandIn, type StandIn } from './stand-in.ts';

export interface HotSchedulesShift {
  /** A negative integer. */
  readonly id: number;
  readonly ownerId: number | null;
  readonly startDate: string;
  readonly startTime: string;
  /** In minutes. */
  readonly duration: number;
  readonly jobId: number;
  readonly roleId: number;
  readonly locationId: -1;
  /** Nobody works it yet. */
  readonly house: boolean;
  readonly scheduled: boolean;
  readonly shiftNote: string | null;
  /** The store it belongs to. */
  readonly clientId: number;
}

export interface HotSchedulesEmployee {
  readonly id: number;
  readonly name: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Can be the text 'null'. */
  readonly nickname: string | null;
  readonly active: boolean;
}

export interface HotSchedulesStore {
  shifts: HotSchedulesShift[];
  employees: HotSchedulesEmployee[];
  jobs: { id: number; jobName: string; shortName: string }[];
  roles: { id: number; roleName: string; sortOrder: number }[];
  clients: { id: number; name: string; timeZone: string }[];
  /** Who signs in: user name and password. */
  user: string;
  pass: string;
  /** The session is over at the next JSON call, or at every one. */
  sessionEnds: 'once' | 'always' | 'never';
}

export interface HotSchedulesStandIn extends StandIn {
  /** What Lineup's environment needs: `runServer({ env: outgoingEnv(hotschedules) })`. */
  readonly env: { readonly HOTSCHEDULES_URL: string };
  /** Its data; can be changed while it runs. */
  readonly store: HotSchedulesStore;
}

/** Maria Garcia works as a cook from 9 to 5 by default. */
export const hotShift = (
  id: number,
  startDate: string,
  told: Partial<HotSchedulesShift> = {},
): HotSchedulesShift => ({
  id,
  ownerId: 501,
  startDate,
  startTime: '09:00',
  duration: 480,
  jobId: 71,
  roleId: 81,
  locationId: -1,
  house: false,
  scheduled: true,
  shiftNote: null,
  clientId: 7,
  ...told,
});

/** Maple Street, where Maria Garcia and Li Wei work; Sam Fields left, so nothing is listed for 503. */
export const mapleStreet = (shifts: readonly HotSchedulesShift[] = []): HotSchedulesStore => ({
  shifts: [...shifts],
  employees: [
    hotEmployee(501, 'Maria', 'Garcia', 'null'),
    hotEmployee(502, 'Wei', 'Li', 'Willie'),
    { ...hotEmployee(503, 'Sam', 'Fields', null), active: false },
  ],
  jobs: [
    { id: 71, jobName: 'Grill', shortName: 'GR' },
    { id: 72, jobName: 'Register', shortName: 'RG' },
  ],
  roles: [
    { id: 81, roleName: 'Kitchen', sortOrder: 1 },
    { id: 82, roleName: 'Front', sortOrder: 2 },
  ],
  clients: [
    { id: 7, name: 'Maple Street', timeZone: 'America/Chicago' },
    { id: 8, name: 'Pier 9', timeZone: 'America/Chicago' },
  ],
  user: 'maria.garcia',
  pass: 'open sesame',
  sessionEnds: 'never',
});

const hotEmployee = (
  id: number,
  firstname: string,
  lastname: string,
  nickname: string | null,
): HotSchedulesEmployee => ({
  id,
  name: `${lastname}, ${firstname}`,
  firstname,
  lastname,
  nickname,
  active: true,
});

/** A stand-in for the pages of HotSchedules that a browser uses. */
export async function runHotSchedules(store = mapleStreet(), port = 0): Promise<HotSchedulesStandIn> {
  const sessions = new Set<string>();
  const standIn = await runStandIn(
    (asked) =>
      asked.path === '/hs/prelogin.hs'
        ? signIn(asked, store, standIn.faults, sessions)
        : inSession(asked, store, sessions),
    port,
  );
  return { ...standIn, env: { HOTSCHEDULES_URL: standIn.address }, store };
}

const loginPage: Reply = { headers: { 'content-type': 'text/html' }, body: '<form action="prelogin.hs">' };
const toLogin: Reply = { status: 302, headers: { location: '/hs/login.jsp' } };

function signIn(
  { method, body }: ReceivedRequest,
  { user, pass }: HotSchedulesStore,
  { wrongPassword }: Faults,
  sessions: Set<string>,
): Reply {
  const form = new URLSearchParams(body);
  const isRight = form.get('username') === user && form.get('password') === pass;
  if (method !== 'POST' || !isRight || wrongPassword) return loginPage;
  const session = randomUUID();
  sessions.add(session);
  return {
    status: 302,
    headers: {
      location: '/hs/home.hs',
      'set-cookie': [
        `JSESSIONID=${session}; Path=/hs; HttpOnly`,
        'hs_user=501; Path=/',
        'Client-Pod=; Path=/',
      ],
    },
  };
}

function inSession(
  { method, path, query, headers }: ReceivedRequest,
  store: HotSchedulesStore,
  sessions: Set<string>,
) {
  const session = /JSESSIONID=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  if (store.sessionEnds === 'once') {
    store.sessionEnds = 'never';
    sessions.clear();
  }
  if (!sessions.has(session) || store.sessionEnds === 'always') return toLogin;
  const lists: Record<string, () => readonly unknown[]> = {
    '/hs/spring/shifts/posted/': () =>
      store.shifts.filter(
        ({ startDate }) => startDate >= (query.get('start') ?? '') && startDate <= (query.get('end') ?? ''),
      ),
    '/hs/spring/client/employee/': () =>
      store.employees.filter(({ active }) => active || query.get('active') !== 'true'),
    '/hs/spring/client/jobs/': () => store.jobs,
    '/hs/spring/client/roles/': () => store.roles,
    '/hs/spring/my/clients': () => store.clients,
  };
  const list = method === 'GET' ? lists[path] : undefined;
  return list ? { body: list() } : { status: 404 };
}
