import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchProviderSchedule, saveConnection } from '../../contract/schedule.ts';
import { createToken } from '../../contract/tokens.ts';
import { done } from '../../domain/problem/problem.ts';
import { type HotSchedulesStandIn, hotShift, runHotSchedules } from '../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import {
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { createWorkTurns } from '../live/work-turns.ts';
import { serveCallable } from './callable-endpoint.ts';

const path = '/hotschedules-getSchedule';
const date = '2026-03-07';

let hotSchedules: HotSchedulesStandIn;
let server: RunningServer;
let token: string;
let cookie: string;
let now = Date.now();
const limits = manualTimeouts();
beforeAll(async () => {
  hotSchedules = await runHotSchedules();
  server = await runServer({
    env: outgoingEnv(hotSchedules),
    now: () => now,
    timeout: limits.timeout,
  });
  const ana = await newcomer(server.address, 'Ana');
  cookie = ana.cookie();
  token = await tokenOf(ana);
  hotSchedules.store.shifts = [
    hotShift(-1, '2026-03-06'),
    hotShift(-416763347, date, { shiftNote: 'Opens' }),
    hotShift(-3, date, { ownerId: 502, startTime: '22:00', jobId: 72, roleId: 82 }),
    hotShift(-4, date, { ownerId: null, house: true }),
    hotShift(-5, '2026-03-08'),
  ];
});
afterAll(async () => {
  await server.stop();
  await hotSchedules.stop();
});

const tokenOf = async (visitor: Visitor) =>
  (
    await visitor.call(createToken, {
      body: {
        name: 'Old board',
        scope: 'read',
        team: null,
        days: 30,
        password: person('').password,
      },
    })
  ).value.secret;

const right = { date, user: 'maria.garcia', pass: 'open sesame' };

/** A call as callers of the protocol make it; what is null is not sent. */
async function call(
  data: unknown,
  {
    at = path,
    bearer = token as string | null,
    headers = {},
    body = JSON.stringify({ data }),
    signal = null as AbortSignal | null,
  } = {},
) {
  const response = await fetch((at.startsWith('http') ? '' : server.address) + at, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body,
    signal,
  });
  return { status: response.status, headers: response.headers, value: JSON.parse(await response.text()) };
}

const schedule = {
  roles: ['Front', 'Kitchen'],
  shifts: [
    {
      id: '-416763347',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      teamMember: 'Maria Garcia',
      job: 'Grill',
      note: 'Opens',
      role: 'Kitchen',
    },
    {
      id: '-3',
      startTime: '10:00 PM',
      endTime: '6:00 AM',
      teamMember: 'Willie Li',
      job: 'Register',
      note: '',
      role: 'Front',
    },
  ],
};

test.each([path, `/maple-street/us-central1${path}`, `/maple-street/europe-west1${path}`])(
  '[CA1] %s answers the schedule of the date alone, as result and as data',
  async (at) => {
    const { status, value } = await call(right, { at });
    const answer = { schedule, warnings: ['Skipped 1 shift with nobody assigned.'] };
    expect([status, value]).toEqual([200, { result: answer, data: answer }]);
  },
);

const badRequest = { error: { message: 'Bad Request', status: 'INVALID_ARGUMENT' } };

test.each([
  ['no data', { body: '{}' }],
  ['another key', { body: JSON.stringify({ data: right, user: 'x' }) }],
  ['no JSON', { body: '{"data":' }],
  ['a list', { body: '[]' }],
  ['another type', { headers: { 'content-type': 'text/plain' } }],
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['no token either', { bearer: null, body: '{}' }],
])('a call with %s is a bad request', async (_, how) => {
  const { status, value } = await call(right, how);
  expect([status, value]).toEqual([400, badRequest]);
});

test('only posts are calls; the type may name its letters', async () => {
  const got = await visit(server.address).send(path);
  expect([got.status, got.value]).toEqual([400, badRequest]);
  const named = await call(right, { headers: { 'content-type': 'Application/JSON; charset=UTF-8' } });
  expect(named.status).toBe(200);
});

test.each([
  [null],
  ['not an object'],
  [{ ...right, date: '7 March' }],
  [{ date, user: 'maria.garcia' }],
  [{ ...right, pass: 7 }],
])('data that is no question is an invalid argument: %j', async (data) => {
  const { status, value } = await call(data);
  expect([status, value.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
});

test('[CA4] what fails at the provider has its code, status and sentence', async () => {
  const wrong = await call({ ...right, pass: 'open barley' });
  expect([wrong.status, wrong.value]).toEqual([
    401,
    {
      error: {
        message: 'HotSchedules didn’t accept the sign-in. Check the connection settings, then try again.',
        status: 'UNAUTHENTICATED',
      },
    },
  ]);
  hotSchedules.faults.html = true;
  const unreadable = await call(right);
  hotSchedules.faults.html = false;
  expect(unreadable.status).toBeGreaterThanOrEqual(400);
  hotSchedules.faults.busy = { times: 99, retryAfter: '60' };
  const busy = await call(right);
  delete hotSchedules.faults.busy;
  expect([busy.status, busy.value.error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
  expect((await call(right)).status).toBe(200);
});

test('[CA3] a page elsewhere may call, with a token and never with a cookie', async () => {
  const origin = 'https://board.example.com';
  const asked = await visit(server.address).send(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
  expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/);
  expect(asked.headers.has('access-control-allow-credentials')).toBe(false);

  const answered = await call(right, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
  expect(answered.status).toBe(200);
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  expect(answered.headers.has('set-cookie')).toBe(false);
  const refused = await call(right, { bearer: null, headers: { origin, cookie } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  const other = await visit(server.address).send('/api/teams', { method: 'OPTIONS', headers: { origin } });
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
});

test('[CA1] another Lineup reads the schedule by it, as from a hosted function', async () => {
  const { host } = new URL(server.address);
  const other = await runServer({ env: { OUTGOING_ALLOW: host } });
  const bo = await newcomer(other.address, 'Bo');
  const params = { team: await newTeam(bo), provider: 'callable' };
  const connected = await bo.call(saveConnection, {
    params,
    body: {
      settings: { address: server.address + path, user: right.user, pass: right.pass, token },
      location: null,
      timeZone: 'America/Chicago',
      everyMinutes: null,
      takesAlone: false,
    },
  });
  expect(connected.status, connected.text).toBe(200);
  const read = await bo.call(fetchProviderSchedule, { params, body: { date } });
  expect(read.status, read.text).toBe(200);
  const onTheDay = read.value.shifts.filter((shift) => shift.date === date);
  expect(onTheDay.map(({ date: _, ...shift }) => shift)).toEqual(
    schedule.shifts.map((shift) => ({ ...shift, id: `callable:${shift.id}` })),
  );
  await other.stop();
});

test('a call that takes too long ends, and says so', async () => {
  hotSchedules.faults.hangs = true;
  const before = hotSchedules.asked.length;
  const calling = call(right);
  await expect.poll(() => hotSchedules.asked.length).toBeGreaterThan(before);
  expect(limits.last().milliseconds).toBe(70_000);
  limits.last().pass();
  const { status, value } = await calling;
  hotSchedules.faults.hangs = false;
  expect([status, value.error]).toEqual([
    504,
    {
      status: 'DEADLINE_EXCEEDED',
      message: 'HotSchedules took too long to answer. Nothing was changed. Try again.',
    },
  ]);
});

test('who goes away ends what was asked at the provider', async () => {
  hotSchedules.faults.hangs = true;
  const before = { asked: hotSchedules.asked.length, left: hotSchedules.left() };
  const leaving = new AbortController();
  const calling = call(right, { signal: leaving.signal });
  await expect.poll(() => hotSchedules.asked.length).toBeGreaterThan(before.asked);
  leaving.abort();
  await expect(calling).rejects.toThrow();
  await expect.poll(() => hotSchedules.left()).toBe(before.left + 1);
  hotSchedules.faults.hangs = false;
});

test('after repeated refusals one caller waits, with any token, and others don’t', async () => {
  const guesser = await newcomer(server.address, 'Gus');
  const tokens = [await tokenOf(guesser), await tokenOf(guesser)];
  const guess = (index: number, pass = `guess ${index}`) =>
    call({ ...right, pass }, { bearer: tokens[index % 2] ?? null });
  const before = hotSchedules.asked.length;
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, index) => guess(index)));
  expect(guesses.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  expect(hotSchedules.asked.length).toBe(before + 10);
  const { status, value } = await guess(0, 'open sesame');
  expect([status, value.error]).toEqual([
    429,
    { status: 'RESOURCE_EXHAUSTED', message: 'Too many attempts. Wait a moment, then try again.' },
  ]);
  expect((await call(right)).status).toBe(200);
  now += 90_000;
  expect((await guess(0, 'open sesame')).status).toBe(200);
  for (let round = 0; round < 12; round++) expect((await guess(0, 'open sesame')).status).toBe(200);
});

test('an address makes 60 calls a minute, with a token or without', async () => {
  const alone = await runServer();
  const calls = [];
  for (let index = 0; index < 90; index++)
    calls.push(await call(right, { at: alone.address + path, bearer: null }));
  expect(calls.slice(0, 60).every(({ status }) => status === 401)).toBe(true);
  expect([calls[89]?.status, calls[89]?.value.error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
  expect(calls[89]?.headers.get('access-control-allow-origin')).toBe('*');
  await alone.stop();
});

test('[CA4] what nobody expected is internal, and says nothing of itself', async () => {
  const app = fastify();
  const user = { id: 'ana', email: 'ana@example.com', firstName: 'Ana', lastName: 'Sample' };
  await serveCallable(app, {
    hotSchedules: {
      ...{ key: 'hotschedules', name: 'HotSchedules', risk: null, fields: [] },
      fetchLocations: async () => done([]),
      fetchSchedule: () => Promise.reject(new Error('open sesame')),
    },
    bearer: async () => done({ user, session: null, token: { name: 'Board', scope: 'read', team: null } }),
    visit: (_, leaving, ask) => ask(leaving),
    turns: createWorkTurns(() => performance.now()),
    now: Date.now,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { status, value } = await call(right, { at: address + path });
  expect([status, value]).toEqual([500, { error: { message: 'INTERNAL', status: 'INTERNAL' } }]);
  await app.close();
});
