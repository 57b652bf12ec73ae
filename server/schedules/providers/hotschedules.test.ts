import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type HotSchedulesStandIn,
  type HotSchedulesStore,
  hotShift,
  mapleStreet,
  runHotSchedules,
} from '../../../test/providers/hotschedules.ts';
import { alone, createTestFetch, neverAborted, type TestFetch } from '../../../test/providers/test-fetch.ts';
import { createHotSchedules } from './hotschedules.ts';
import type { Provider } from './provider.ts';

let standIn: HotSchedulesStandIn;
let store: HotSchedulesStore;
let safeFetch: TestFetch;
let provider: Provider;
beforeEach(async () => {
  standIn = await runHotSchedules();
  ({ store } = standIn);
  safeFetch = createTestFetch([standIn]);
  provider = createHotSchedules({ safeFetch, base: standIn.address });
});
afterEach(async () => {
  await safeFetch.close();
  await standIn.stop();
});

const settings = { user: 'maria.garcia', pass: 'open sesame' };
const read = (date = '2026-03-07', location: string | null = null) =>
  provider.fetchSchedule({
    settings,
    location,
    date,
    timeZone: 'America/Chicago',
    signal: neverAborted(),
    timeSlice: alone,
  });
const asked = () => standIn.asked.map(({ method, path }) => `${method} ${path}`);

test('a shift comes with the names of its person, job and role', async () => {
  store.shifts = [hotShift(-416763347, '2026-03-07', { shiftNote: ' Deliveries ', jobId: 72, roleId: 82 })];
  expect(await read()).toEqual({
    ok: true,
    value: {
      shifts: [
        {
          id: 'hotschedules:-416763347',
          date: '2026-03-07',
          teamMember: 'Maria Garcia',
          startTime: '9:00 AM',
          endTime: '5:00 PM',
          job: 'Register',
          note: 'Deliveries',
          role: 'Front',
          person: '501',
        },
      ],
      warnings: [],
    },
  });
});

test('a nickname stands in for the first name, unless it is the word null', async () => {
  store.shifts = [hotShift(-1, '2026-03-07'), hotShift(-2, '2026-03-07', { ownerId: 502 })];
  const names = (await shiftsOf()).map(({ teamMember }) => teamMember);
  expect(names).toEqual(['Maria Garcia', 'Willie Li']);
});

async function shiftsOf(date?: string) {
  const answer = await read(date);
  if (!answer.ok) throw new Error(answer.problem.code);
  return answer.value.shifts;
}

test('the day before and the day after come too, and no others', async () => {
  store.shifts = ['05', '06', '07', '08', '09'].map((day) => hotShift(-Number(day), `2026-03-${day}`));
  expect((await shiftsOf()).map(({ date }) => date)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08']);
});

test('a shift across midnight ends on the next day, by the clock', async () => {
  store.shifts = [hotShift(-1, '2026-03-07', { startTime: '22:30', duration: 420 })];
  expect(await shiftsOf()).toMatchObject([{ date: '2026-03-07', startTime: '10:30 PM', endTime: '5:30 AM' }]);
});

test('[SC14] what nobody works, drafts, other stores and nameless ones are left out, with a word about the date', async () => {
  store.shifts = [
    hotShift(-1, '2026-03-07', { house: true }),
    hotShift(-2, '2026-03-07', { ownerId: null }),
    hotShift(-3, '2026-03-07', { scheduled: false }),
    hotShift(-4, '2026-03-07', { clientId: 8 }),
    hotShift(-5, '2026-03-07', { ownerId: 503 }),
    hotShift(-6, '2026-03-07', { duration: 0 }),
    hotShift(-7, '2026-03-07', { startTime: 'noonish' }),
    hotShift(-8, '2026-03-07'),
    hotShift(-8, '2026-03-07', { startTime: '12:00' }),
    hotShift(-9, '2026-03-06', { house: true }),
  ];
  expect(await read('2026-03-07', '7')).toMatchObject({
    value: {
      shifts: [{ id: 'hotschedules:-8', startTime: '9:00 AM' }],
      warnings: [
        'Skipped 2 shifts with nobody assigned.',
        'Skipped 1 shift not yet published.',
        'Skipped 1 shift at another store.',
        'Skipped 1 shift without a name.',
        'Skipped 1 shift shorter than a minute or longer than 24 hours.',
        'Skipped 1 shift that couldn’t be read.',
        'Skipped 1 shift listed twice.',
      ],
    },
  });
});

test('without a location chosen, shifts of every store are taken, with a word where there are several', async () => {
  store.shifts = [hotShift(-1, '2026-03-07', { clientId: 8 }), hotShift(-2, '2026-03-06')];
  expect(await read()).toMatchObject({ value: { warnings: [] } });
  store.shifts.push(hotShift(-3, '2026-03-07'));
  const answer = await read();
  expect(answer.ok && answer.value.shifts.length).toBe(3);
  expect(answer).toMatchObject({
    value: {
      warnings: ['This includes shifts from 2 stores. To use one store, choose a location under Connection.'],
    },
  });
});

test('a day takes one sign-in, then one step of requests', async () => {
  await read();
  expect(asked()[0]).toBe('POST /hs/prelogin.hs');
  expect(asked().slice(1).sort()).toEqual([
    'GET /hs/spring/client/employee/',
    'GET /hs/spring/client/jobs/',
    'GET /hs/spring/client/roles/',
    'GET /hs/spring/shifts/posted/',
  ]);
});

test('a session that ended is renewed once for all that were asked with it', async () => {
  store.shifts = [hotShift(-1, '2026-03-07')];
  store.sessionEnds = 'once';
  expect(await shiftsOf()).toHaveLength(1);
  expect(asked().filter((each) => each.includes('prelogin'))).toHaveLength(2);
});

test('[SC16] an account that is led away again and again may not read', async () => {
  store.sessionEnds = 'always';
  expect(await read()).toEqual({ ok: false, problem: { code: 'schedule-forbidden' } });
  expect(asked().filter((each) => each.includes('prelogin'))).toHaveLength(2);
});

test('[SC70] a wrong password is tried once, and nothing is asked with it', async () => {
  store.pass = 'another one';
  expect(await read()).toEqual({ ok: false, problem: { code: 'schedule-refused' } });
  expect(asked()).toEqual(['POST /hs/prelogin.hs']);
});

test('its stores can be chosen from', async () => {
  expect(await provider.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone })).toEqual({
    ok: true,
    value: [
      { id: '7', name: 'Maple Street', timeZone: 'America/Chicago' },
      { id: '8', name: 'Pier 9', timeZone: 'America/Chicago' },
    ],
  });
});

test('an empty day is no problem', async () => {
  Object.assign(store, { ...mapleStreet(), shifts: [], employees: [], jobs: [], roles: [] });
  expect(await read()).toEqual({ ok: true, value: { shifts: [], warnings: [] } });
});

test('an entry that cannot be read costs that shift alone; a list without one that can is no schedule', async () => {
  const broken = { ...hotShift(-2, '2026-03-07'), duration: null as unknown as number };
  standIn.store.shifts = [hotShift(-1, '2026-03-07'), broken];
  standIn.store.jobs.push({ id: null as unknown as number, jobName: 'Odd', shortName: 'O' });
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'hotschedules:-1', job: 'Grill' }],
      warnings: ['Skipped 1 shift that couldn’t be read.'],
    },
  });
  standIn.store.shifts = [broken];
  expect(await read()).toMatchObject({ ok: false, problem: { code: 'schedule-unreadable' } });
});
