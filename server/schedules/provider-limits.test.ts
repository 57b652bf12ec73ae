import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  fetchProviderSchedule,
  listConnections,
  saveConnection,
  testConnection,
} from '../../contract/schedule.ts';
import { type CallableStandIn, runCallable } from '../../test/providers/callable.ts';
import { type HotSchedulesStandIn, runHotSchedules } from '../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import {
  newcomer,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';

const provider = 'hotschedules';
const date = '2026-03-07';
const secret = 'open sesame';
const account = { user: 'maria.garcia', pass: secret };

let hotschedules: HotSchedulesStandIn;
let callable: CallableStandIn;
let server: RunningServer;
const limits = manualTimeouts();
let manager: Visitor;
let team: string;

beforeAll(async () => {
  hotschedules = await runHotSchedules();
  callable = await runCallable();
  // A clock that stands still: how often somebody asked is of one moment.
  const began = Date.now();
  const env = outgoingEnv(hotschedules, callable);
  server = await runServer({ env, timeout: limits.timeout, now: () => began });
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  await save(manager, team);
});
afterEach(() => {
  delete hotschedules.faults.hangs;
});
afterAll(async () => {
  await server.stop();
  await hotschedules.stop();
  await callable.stop();
});

const form = (settings: Record<string, string>) => ({
  settings,
  location: null,
  timeZone: 'America/Chicago',
  everyMinutes: null,
  takesAlone: false,
});
const save = (visitor: Visitor, of: string) =>
  visitor.call(saveConnection, { params: { team: of, provider }, body: form(account) });
const read = (visitor = manager, of = team) =>
  visitor.call(fetchProviderSchedule, { params: { team: of, provider }, body: { date } });
const testIt = () =>
  manager.call(testConnection, { params: { team, provider }, body: { settings: account } });

test('after 70 seconds it ends, and what was asked at the provider too', async () => {
  hotschedules.faults.hangs = true;
  const [asked, left] = [hotschedules.asked.length, hotschedules.left()];
  const reading = read();
  await expect.poll(() => hotschedules.asked.length).toBe(asked + 1);
  expect(limits.last().milliseconds).toBe(70_000);
  limits.last().pass();
  expect(await reading).toMatchObject({ status: 504 });
  expect((await reading).value).toMatchObject({
    message: 'HotSchedules took too long to answer. Nothing was changed. Try again.',
  });
  await expect.poll(() => hotschedules.left()).toBe(left + 1);
});

test('[SC74] passwords cannot be tried out: who is refused again and again waits', async () => {
  const guesser = await newcomer(server.address, 'Gus');
  const params = { team: await newTeam(guesser), provider };
  const guess = (pass: string) =>
    guesser.call(testConnection, { params, body: { settings: { ...account, pass } } });
  for (let index = 0; index < 10; index++) {
    expect(problemOf(await guess(`guess ${index}`))).toMatchObject([400, { code: 'schedule-refused' }]);
  }
  const asked = hotschedules.asked.length;
  expect(problemOf(await guess(secret))).toEqual([429, { code: 'too-many-requests' }]);
  expect((await save(guesser, params.team)).status).toBe(200);
  expect(problemOf(await read(guesser, params.team))).toEqual([429, { code: 'too-many-requests' }]);
  expect(hotschedules.asked.length).toBe(asked);
  expect((await testIt()).status).toBe(200);
});

test('[SC74] nor is a provider asked more than 60 times a minute by one person', async () => {
  const busy = await newcomer(server.address, 'Bea');
  const params = { team: await newTeam(busy), provider: 'callable' };
  const settings = { ...account, address: callable.url };
  const statuses: number[] = [];
  for (let time = 0; time < 61; time++) {
    statuses.push((await busy.call(testConnection, { params, body: { settings } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
});

test('who goes away asks no further, and that is no failure', async () => {
  hotschedules.faults.hangs = true;
  const before = hotschedules.asked.length;
  const left = hotschedules.left();
  const leaving = new AbortController();
  const sent = manager.send(`/api/teams/${team}/schedule/${provider}/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date }),
    signal: leaving.signal,
  });
  await expect.poll(() => hotschedules.asked.length).toBe(before + 1);
  leaving.abort();
  await expect(sent).rejects.toThrow();
  await expect.poll(() => hotschedules.left()).toBe(left + 1);
  delete hotschedules.faults.hangs;
  expect((await read()).status).toBe(200);
  expect(
    (await manager.call(listConnections, { params: { team } })).value.connections[0]?.lastRead?.problem,
  ).toBeNull();
});
