import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type HotSchedulesStandIn, hotShift, runHotSchedules } from '../../test/providers/hotschedules.ts';
import { createTestFetch, neverAborted, type TestFetch } from '../../test/providers/test-fetch.ts';
import { aTeam } from '../../test/stores/team-fixture.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from '../live/documents.ts';
import { createWorkTurns } from '../live/work-turns.ts';
import { createTelemetry } from '../telemetry.ts';
import { type BackgroundSync, createBackgroundSync } from './background-sync.ts';
import { type ConnectionForm, createScheduleConnections, type ScheduleConnections } from './connections.ts';
import { createHotSchedules } from './providers/hotschedules.ts';
import { createSecretBox } from './secret-box.ts';

const minute = 60_000;
const provider = 'hotschedules';
const [today, tomorrow] = ['2026-11-21', '2026-11-22'];

let folder: string;
let now: number;
let store: DatabaseStore;
let documents: Documents;
let standIn: HotSchedulesStandIn;
let safeFetch: TestFetch;
let connections: ScheduleConnections;
let backgroundSync: BackgroundSync;
let news: string[];
const errors: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  // 6 in the morning in Chicago.
  now = Date.parse('2026-11-21T12:00:00Z');
  store = await openSqliteStore(join(folder, 'lineup.db'));
  documents = createDocuments({ store, now: () => now });
  standIn = await runHotSchedules();
  standIn.store.shifts = [hotShift(-1, today), hotShift(-2, tomorrow), hotShift(-3, '2026-11-24')];
  safeFetch = createTestFetch([standIn]);
  connections = createScheduleConnections({
    providers: [createHotSchedules({ safeFetch, base: standIn.address })],
    store: store.schedule,
    secretBox: createSecretBox([randomBytes(32)]),
    now: () => now,
    turns: createWorkTurns(() => performance.now()),
    telemetry: createTelemetry(),
    checkAddress: () => null,
    told: async () => {},
  });
  news = [];
  backgroundSync = openBackgroundSync();
  await makeTeam('harbor');
});
const openBackgroundSync = () =>
  createBackgroundSync({
    connections,
    store: store.schedule,
    documents,
    news: (team) => news.push(team),
    now: () => now,
    logError: (error) => errors.push(error),
  });
afterEach(async () => {
  await backgroundSync.close();
  await safeFetch.close();
  await standIn.stop();
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
  expect(errors.splice(0)).toEqual([]);
});

const makeTeam = (team: string) =>
  documents.issue(
    { team, document: team },
    { type: 'team.create', team: { ...aTeam, timeZone: 'America/Chicago', dayStart: '4:00 AM' } },
  );
const connect = (over: Partial<ConnectionForm> = {}, team = 'harbor') =>
  connections.save(team, provider, {
    settings: { user: 'maria.garcia', pass: 'open sesame' },
    location: null,
    timeZone: 'America/Chicago',
    everyMinutes: 15,
    takesAlone: false,
    ...over,
  });
const makeLayout = (document: string, date: string, area = 'Kitchen') =>
  documents.issue(
    { team: 'harbor', document },
    { type: 'layout.create', layout: buildLayout({ date, area, dayStart: '4:00 AM' }) },
  );
async function shiftsIn(document: string) {
  const body = (await documents.read({ team: 'harbor', document }))?.body;
  return body?.kind === 'layout' ? body.shifts.map(({ id }) => id) : null;
}
const waiting = async (date: string) =>
  (await store.schedule.reading('harbor', provider, date))?.shifts.map(({ id }) => id) ?? null;
const signIns = () => standIn.asked.filter(({ path }) => path.endsWith('prelogin.hs')).length;
async function syncsAfter(minutes: number): Promise<number> {
  const before = signIns();
  now += minutes * minute;
  await backgroundSync.syncDue();
  return signIns() - before;
}

test('[SC19] nothing is read by itself unless the team says so', async () => {
  await connect({ everyMinutes: null });
  expect(await syncsAfter(10_000)).toBe(0);
  expect(news).toEqual([]);
});

test('[SC19] today and tomorrow are synced on time, wait for review, and pages are notified', async () => {
  await connect();
  await makeLayout('day', today);
  await backgroundSync.syncDue();
  expect([await waiting(today), await waiting(tomorrow), await waiting('2026-11-23')]).toEqual([
    ['hotschedules:-1', 'hotschedules:-2'],
    ['hotschedules:-1', 'hotschedules:-2'],
    null,
  ]);
  expect(news).toEqual(['harbor']);
  expect(await shiftsIn('day')).toEqual([]);
  expect(await syncsAfter(14)).toBe(0);
  expect(await syncsAfter(1)).toBe(2);
});

test('[SC19] before the start of the day it is still yesterday', async () => {
  now = Date.parse('2026-11-21T09:59:00Z');
  await connect();
  await backgroundSync.syncDue();
  expect([await waiting('2026-11-20'), await waiting(tomorrow)]).toEqual([['hotschedules:-1'], null]);
  await syncsAfter(15);
  expect(await waiting(tomorrow)).toEqual(['hotschedules:-1', 'hotschedules:-2']);
});

test('a team that takes by itself has the shifts in every layout of both days but deleted ones', async () => {
  await connect({ takesAlone: true });
  await makeLayout('kitchen', today);
  await makeLayout('front', today, 'Front');
  await makeLayout('tomorrow', tomorrow);
  await makeLayout('later', '2026-11-24');
  await makeLayout('gone', today, 'Patio');
  await documents.issue({ team: 'harbor', document: 'gone' }, { type: 'layout.delete' });
  await backgroundSync.syncDue();
  expect(await shiftsIn('kitchen')).toEqual(['hotschedules:-1']);
  expect(await shiftsIn('front')).toEqual(['hotschedules:-1']);
  expect(await shiftsIn('tomorrow')).toEqual(['hotschedules:-2']);
  expect(await shiftsIn('later')).toEqual([]);
  await documents.issue({ team: 'harbor', document: 'gone' }, { type: 'layout.restore' });
  expect(await shiftsIn('gone')).toEqual([]);
  standIn.store.shifts = [hotShift(-9, today, { ownerId: 502 })];
  await syncsAfter(15);
  expect(await shiftsIn('kitchen')).toEqual(['hotschedules:-9']);
});

test.each([
  [true, ['hotschedules:-2']],
  [false, []],
])(
  '[DS16] what was read goes on a layout that is made later, without a review: %s',
  async (takesAlone, shifts) => {
    await connect({ takesAlone });
    await backgroundSync.syncDue();
    await makeLayout('tomorrow', tomorrow);
    await backgroundSync.takeStored('harbor', tomorrow);
    expect(await shiftsIn('tomorrow')).toEqual(shifts);
  },
);

test('[SC40] people already on the day are not added again; unclear matches wait', async () => {
  await connect({ takesAlone: true });
  await makeLayout('day', today);
  await makeLayout('front', today, 'Front');
  const typed = (document: string, id: string, teamMember: string) =>
    documents.issue(
      { team: 'harbor', document },
      { type: 'shift.add', shift: buildShift(id, '8:00 AM', '4:00 PM', { teamMember }), seats: [] },
    );
  await typed('day', 'typed', 'GARCIA, María');
  await typed('front', 'one', 'Maria');
  await backgroundSync.syncDue();
  expect(await shiftsIn('day')).toEqual(['typed']);
  expect(await shiftsIn('front')).toEqual(['one']);
  const body = (await documents.read({ team: 'harbor', document: 'day' }))?.body;
  expect(body).toMatchObject({
    shifts: [
      { startTime: '9:00 AM', provider, told: { id: 'hotschedules:-1' }, teamMember: 'GARCIA, María' },
    ],
  });
  await syncsAfter(15);
  expect(await documents.read({ team: 'harbor', document: 'day' })).toMatchObject({ body });
});

test('[SC83] only the roles that were picked are taken', async () => {
  await connect({ takesAlone: true });
  await connections.pickRoles('harbor', provider, ['Front']);
  await makeLayout('day', today);
  standIn.store.shifts.push(hotShift(-4, today, { roleId: 82 }));
  await backgroundSync.syncDue();
  expect(await shiftsIn('day')).toEqual(['hotschedules:-4']);
});

test('after failures it is asked more and more rarely, at least once an hour, until it answers', async () => {
  await connect();
  standIn.faults.broken = { times: Number.POSITIVE_INFINITY, status: 500 };
  await backgroundSync.syncDue();
  for (const pause of [30, 60, 60, 60]) {
    expect(await syncsAfter(pause - 1)).toBe(0);
    expect(await syncsAfter(1)).toBe(1);
  }
  const [connection] = await connections.ofTeam('harbor');
  expect(connection?.lastRead).toEqual({
    at: now,
    problem: 'Can’t reach HotSchedules right now. Nothing was changed. Try again.',
    reason: { code: 'schedule-unreachable', details: { provider: 'HotSchedules' } },
  });
  delete standIn.faults.broken;
  await syncsAfter(60);
  expect((await connections.ofTeam('harbor'))[0]?.lastRead).toEqual({ at: now, problem: null });
  expect(await syncsAfter(15)).toBe(2);
});

test('a pause of days that a provider asks for by mistake ends after an hour', async () => {
  await connect();
  standIn.faults.busy = { times: 1, retryAfter: '864000' };
  await backgroundSync.syncDue();
  delete standIn.faults.busy;
  expect(await syncsAfter(59)).toBe(0);
  expect(await syncsAfter(1)).toBe(2);
});

test('four teams are synced at once, and a provider that hangs is given up, so that the next has its turn', async () => {
  const teams = ['anchor', 'bay', 'cove', 'dune', 'elm'];
  for (const team of teams) {
    await makeTeam(team);
    await connect({}, team);
  }
  const late: AbortController[] = [];
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  timeouts.mockImplementation((time) => {
    const passed = new AbortController();
    if (time === 70_000) late.push(passed);
    return passed.signal;
  });
  standIn.faults.hangs = true;
  const syncing = backgroundSync.syncDue();
  await expect.poll(signIns).toBe(4);
  late[0]?.abort(new DOMException('Time is up.', 'TimeoutError'));
  await expect.poll(signIns).toBe(5);
  expect(late).toHaveLength(5);
  timeouts.mockRestore();
  for (const each of late) each.abort(new DOMException('Time is up.', 'TimeoutError'));
  await syncing;
  expect((await connections.ofTeam('anchor'))[0]?.lastRead?.problem).toContain('took too long');
});

test('a connection that one server syncs is no other server’s, until the first one must have stopped', async () => {
  await connect();
  standIn.faults.hangs = true;
  const syncing = backgroundSync.syncDue();
  await expect.poll(signIns).toBe(1);
  delete standIn.faults.hangs;
  const other = openBackgroundSync();
  await other.syncDue();
  expect(signIns()).toBe(1);
  now += 80_000;
  await other.syncDue();
  expect(signIns()).toBe(3);
  await other.close();
  await backgroundSync.close();
  await syncing;
});

test('a refused password is not tried again until it is saved again', async () => {
  standIn.store.pass = 'new password';
  await connect();
  await backgroundSync.syncDue();
  expect(await syncsAfter(100_000)).toBe(0);
  await connect({ settings: { user: 'maria.garcia', pass: 'new password' } });
  expect(await syncsAfter(0)).toBe(2);
  expect(await syncsAfter(15)).toBe(2);
});

test('a refused password is not tried again after any number of restarts', async () => {
  standIn.store.pass = 'new password';
  await connect();
  await backgroundSync.syncDue();
  for (let start = 0; start < 3; start++) {
    await backgroundSync.close();
    backgroundSync = openBackgroundSync();
    expect(await syncsAfter(100_000)).toBe(0);
  }
  expect(await connections.fetchSchedule('harbor', provider, today, neverAborted())).toMatchObject({
    ok: false,
  });
  expect(await syncsAfter(100_000)).toBe(0);
});

test('a sync with an old password has no effect on the one saved meanwhile', async () => {
  standIn.faults.wrongPassword = true;
  standIn.faults.delay = 50;
  await connect();
  const syncing = backgroundSync.syncDue();
  await expect.poll(signIns).toBe(1);
  await connect();
  await syncing;
  expect((await connections.ofTeam('harbor'))[0]?.lastRead).toBeNull();
  Object.assign(standIn.faults, { wrongPassword: false, delay: 0 });
  expect(await syncsAfter(0)).toBe(2);
});

test('[SC19] a sync of a connection that is gone is neither stored nor applied', async () => {
  standIn.faults.delay = 50;
  await connect({ takesAlone: true });
  await makeLayout('day', today);
  const syncing = backgroundSync.syncDue();
  await expect.poll(signIns).toBe(1);
  await connections.remove('harbor', provider);
  await syncing;
  expect([await waiting(today), await shiftsIn('day')]).toEqual([null, []]);
});

test('a person who reads with success ends that too', async () => {
  await connect();
  standIn.faults.wrongPassword = true;
  await backgroundSync.syncDue();
  delete standIn.faults.wrongPassword;
  expect(await syncsAfter(100_000)).toBe(0);
  expect(await connections.fetchSchedule('harbor', provider, today, neverAborted())).toMatchObject({
    ok: true,
  });
  expect(await syncsAfter(15)).toBe(2);
});

test('a person’s sync replaces the waiting one of a team with background sync', async () => {
  await connect();
  await backgroundSync.syncDue();
  standIn.store.shifts = [hotShift(-7, today)];
  await connections.fetchSchedule('harbor', provider, today, neverAborted());
  expect(await waiting(today)).toEqual(['hotschedules:-7']);
  await connect({ everyMinutes: null });
  standIn.store.shifts = [hotShift(-8, today)];
  await connections.fetchSchedule('harbor', provider, today, neverAborted());
  expect(await waiting(today)).toEqual(['hotschedules:-7']);
});

test('a team whose provider fails keeps no other from its schedule', async () => {
  const teams = ['anchor', 'bay', 'cove', 'dune', 'elm', 'harbor'];
  for (const team of teams) {
    if (team !== 'harbor') await makeTeam(team);
    await connect(team === 'harbor' ? {} : { settings: { user: 'somebody', pass: 'wrong' } }, team);
  }
  await backgroundSync.syncDue();
  expect(await waiting(today)).not.toBeNull();
  expect(news.sort()).toEqual(teams);
});

test('a secret that does not open is not tried as an empty one', async () => {
  await connect();
  const kept = await store.schedule.find('harbor', provider);
  if (kept) await store.schedule.put({ ...kept, sealed: { pass: 'nonsense' } });
  await backgroundSync.syncDue();
  expect(signIns()).toBe(0);
  expect((await connections.ofTeam('harbor'))[0]?.lastRead?.problem).toBe(
    'HotSchedules didn’t accept the sign-in. Check the connection settings, then try again.',
  );
});

test('schedules of past days are forgotten', async () => {
  await connect();
  await backgroundSync.syncDue();
  await syncsAfter(3 * 24 * 60);
  expect([await waiting(today), await waiting('2026-11-24')]).toEqual([null, ['hotschedules:-3']]);
});

test('of one team’s readings eight run at once, and further ones wait', async () => {
  await connect();
  await makeTeam('bay');
  await connect({}, 'bay');
  standIn.faults.hangs = true;
  const leaving = new AbortController();
  const read = (team: string) => connections.fetchSchedule(team, provider, today, leaving.signal);
  const settings = { user: 'maria.garcia', pass: '' };
  const test = () => connections.fetchLocations('harbor', provider, settings, leaving.signal);
  const running = [...Array.from({ length: 7 }, () => read('harbor')), test()];
  await expect.poll(signIns).toBe(8);
  const waiting = test();
  const ofOthers = read('bay');
  await expect.poll(signIns).toBe(9);
  leaving.abort();
  for (const each of await Promise.all([...running, waiting, ofOthers]))
    expect(each).toMatchObject({ ok: false });
  delete standIn.faults.hangs;
  const again = connections.fetchSchedule('harbor', provider, today, new AbortController().signal);
  expect(await again).toMatchObject({ ok: true });
});

test('a sync in progress ends when the server stops', async () => {
  await connect();
  standIn.faults.hangs = true;
  const syncing = backgroundSync.syncDue();
  await expect.poll(signIns).toBe(1);
  await backgroundSync.close();
  await syncing;
  expect(await waiting(today)).toBeNull();
  expect((await connections.ofTeam('harbor'))[0]?.lastRead).toBeNull();
});
