import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  harborCompany,
  runSevenShifts,
  type SevenShiftsStandIn,
  sevenShift,
} from '../../../test/providers/sevenshifts.ts';
import { runStandIn } from '../../../test/providers/stand-in.ts';
import { alone, createTestFetch, neverAborted, type TestFetch } from '../../../test/providers/test-fetch.ts';
import type { Provider } from './provider.ts';
import { createSevenShifts } from './sevenshifts.ts';

let standIn: SevenShiftsStandIn;
let safeFetch: TestFetch;
let provider: Provider;
beforeEach(async () => {
  standIn = await runSevenShifts();
  safeFetch = createTestFetch([standIn]);
  provider = createSevenShifts({ safeFetch, base: standIn.address });
});
afterEach(async () => {
  await safeFetch.close();
  await standIn.stop();
});

const settings = { token: 'seven-token', company: '4567' };
const read = (date = '2026-03-07', location: string | null = null, from = provider) =>
  from.fetchSchedule({
    settings,
    location,
    date,
    timeZone: 'America/Chicago',
    signal: neverAborted(),
    timeSlice: alone,
  });

test('a shift comes with the names of its person and role, by the store’s clock', async () => {
  standIn.company.shifts = [
    sevenShift(1, '2026-03-07T15:00:00+00:00', '2026-03-07T23:30:00+00:00', { notes: 'Deliveries' }),
    sevenShift(2, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z', { user_id: 12, station_name: 'Fryer' }),
  ];
  expect(await read()).toEqual({
    ok: true,
    value: {
      shifts: [
        {
          id: 'sevenshifts:1',
          date: '2026-03-07',
          teamMember: 'Ana Lopez',
          startTime: '9:00 AM',
          endTime: '5:30 PM',
          job: 'Cook',
          note: 'Deliveries',
          role: 'Cook',
          person: '11',
        },
        expect.objectContaining({ teamMember: 'Bob Null', job: 'Fryer', role: 'Cook', endTime: '2:00 PM' }),
      ],
      warnings: [],
    },
  });
});

test('[SC68] on the days when the clock changes, shifts start and end by the clock', async () => {
  standIn.company.shifts = [
    sevenShift(1, '2026-03-08T04:00:00Z', '2026-03-08T12:00:00Z'),
    sevenShift(2, '2026-03-08T14:00:00Z', '2026-03-08T22:00:00Z'),
    sevenShift(3, '2026-11-01T03:00:00Z', '2026-11-01T12:00:00Z'),
    sevenShift(4, '2026-11-02T05:59:00Z', '2026-11-02T13:00:00Z'),
  ];
  expect(await read('2026-03-08')).toMatchObject({
    value: {
      shifts: [
        { date: '2026-03-07', startTime: '10:00 PM', endTime: '7:00 AM' },
        { date: '2026-03-08', startTime: '9:00 AM', endTime: '5:00 PM' },
      ],
    },
  });
  expect(await read('2026-11-01')).toMatchObject({
    value: {
      shifts: [
        { date: '2026-10-31', startTime: '10:00 PM', endTime: '6:00 AM' },
        { date: '2026-11-01', startTime: '11:59 PM', endTime: '7:00 AM' },
      ],
    },
  });
});

test('[SC14] open, draft, deleted and unpublished shifts, and those that end before they start, are left out', async () => {
  const [from, to] = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'];
  standIn.company.shifts = [
    sevenShift(1, from, to, { open: true }),
    sevenShift(2, from, to, { user_id: 0 }),
    sevenShift(3, from, to, { draft: true, publish_status: 'draft' }),
    sevenShift(4, from, to, { publish_status: 'draft', draft: true }),
    sevenShift(5, from, to, { deleted: true }),
    sevenShift(6, to, from),
    sevenShift(7, from, 'later'),
    sevenShift(8, from, to, { user_id: 99 }),
  ];
  expect(await read()).toEqual({
    ok: true,
    value: {
      shifts: [],
      warnings: [
        'Skipped 2 shifts with nobody assigned.',
        'Skipped 1 shift shorter than a minute or longer than 24 hours.',
        'Skipped 1 shift that couldn’t be read.',
        'Skipped 1 shift without a name.',
        'Skipped 2 shifts not yet published.',
        'Skipped 1 canceled shift.',
      ],
      reasons: [
        { code: 'skipped-open', details: { count: 2 } },
        { code: 'skipped-length', details: { count: 1 } },
        { code: 'skipped-unreadable', details: { count: 1 } },
        { code: 'skipped-nameless', details: { count: 1 } },
        { code: 'skipped-draft', details: { count: 2 } },
        { code: 'skipped-deleted', details: { count: 1 } },
      ],
    },
  });
});

test('a published shift that is being edited is taken as published, and that is said', async () => {
  standIn.company.shifts = [
    sevenShift(1, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z', { draft: true }),
    sevenShift(2, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z', { end: 'null' }),
    { ...sevenShift(3, '2026-03-07T15:00:00Z', ''), end: null as unknown as string },
  ];
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'sevenshifts:1' }],
      warnings: expect.arrayContaining([
        '1 shift with unpublished changes. The published times are used.',
        'Skipped 2 shifts that couldn’t be read.',
      ]),
    },
  });
});

test('people who left since are named, asked for one by one', async () => {
  standIn.company.users.push({
    ...{ id: 13, first_name: 'Cy', last_name: 'Ford', active: false },
    ...{ preferred_first_name: null, preferred_last_name: null },
  });
  standIn.company.shifts = [
    sevenShift(1, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z', { user_id: 13 }),
    sevenShift(2, '2026-03-07T16:00:00Z', '2026-03-07T20:00:00Z', { user_id: 13 }),
  ];
  expect(await read()).toMatchObject({
    value: { shifts: [{ teamMember: 'Cy Ford' }, { teamMember: 'Cy Ford' }], warnings: [] },
  });
  expect(standIn.asked.filter(({ path }) => path.endsWith('/users/13'))).toHaveLength(1);
});

test('without a location chosen, each shift starts by the clock of its own location', async () => {
  standIn.company.locations = [
    { id: 31, name: 'Harbor', timezone: 'America/New_York' },
    { id: 32, name: 'Hill', timezone: 'Nowhere/Land' },
  ];
  standIn.company.shifts = [
    sevenShift(1, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'),
    sevenShift(2, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z', { location_id: 32 }),
  ];
  expect(await read()).toMatchObject({
    value: { shifts: [{ startTime: '10:00 AM' }, { startTime: '9:00 AM' }] },
  });
});

test('every page is read, and only of the chosen location', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  const shifts = Array.from({ length: 25 }, (_, index) => sevenShift(index + 1, ...times));
  Object.assign(standIn.company, harborCompany(shifts), { page: 10 });
  standIn.company.shifts.push(sevenShift(99, ...times, { location_id: 32 }));
  const answer = await read('2026-03-07', '31');
  expect(answer.ok && answer.value.shifts.length).toBe(25);
  expect(await read()).toMatchObject({
    value: { warnings: [expect.stringMatching(/^This includes shifts from 2 stores/)] },
  });
  expect(standIn.asked.filter(({ path }) => path.endsWith('/shifts'))).toHaveLength(3 + 2 + 3 + 2);
});

test('pages without an end are not taken for the whole', async () => {
  standIn.company.circles = true;
  expect(await read()).toEqual({ ok: false, problem: { code: 'schedule-unreadable' } });
});

test('large pages without an end are not kept until the last', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  const shifts = Array.from({ length: 2_500 }, (_, index) => sevenShift(index + 1, ...times));
  Object.assign(standIn.company, harborCompany(shifts), { page: 2_500, circles: true });
  expect(await read()).toMatchObject({ problem: { code: 'schedule-too-large' } });
});

test('of people who left since, 40 are asked for, four at a time', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  standIn.company.shifts = Array.from({ length: 45 }, (_, index) =>
    sevenShift(index + 1, ...times, { user_id: 100 + index }),
  );
  let [open, most] = [0, 0];
  const counted = createSevenShifts({
    base: standIn.address,
    safeFetch: {
      async fetch(request) {
        const isOfPerson = request.url.includes('/users/');
        open += Number(isOfPerson);
        most = Math.max(most, open);
        const answer = await safeFetch.fetch(request);
        open -= Number(isOfPerson);
        return answer;
      },
    },
  });
  await read('2026-03-07', null, counted);
  expect(standIn.asked.filter(({ path }) => path.includes('/users/'))).toHaveLength(40);
  expect(most).toBe(4);
});

test('each request names the version of the API; locations come with their time zones', async () => {
  standIn.company.locations = [
    { id: 31, name: 'Harbor', timezone: 'America/New_York' },
    { id: 32, name: 'Hill' },
  ];
  expect(await provider.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone })).toEqual({
    ok: true,
    value: [
      { id: '31', name: 'Harbor', timeZone: 'America/New_York' },
      { id: '32', name: 'Hill', timeZone: null },
    ],
  });
  await read();
  expect(new Set(standIn.asked.map(({ headers }) => headers['x-api-version']))).toEqual(
    new Set(['2026-01-01']),
  );
});

test('a company that is not there, and a plan that does not include it, are said as such', async () => {
  const other = { settings: { ...settings, company: '9999' }, signal: neverAborted(), timeSlice: alone };
  expect(await provider.fetchLocations(other)).toEqual({
    ok: false,
    problem: { code: 'schedule-not-found' },
  });
  for (const [status, body] of [
    [402, {}],
    [403, { message: 'Your plan does not include API access.' }],
  ] as const) {
    const poor = await runStandIn(() => ({ status, body }));
    const doorThere = createTestFetch([poor]);
    const there = createSevenShifts({ safeFetch: doorThere, base: poor.address });
    expect(await there.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone })).toEqual({
      ok: false,
      problem: { code: 'schedule-plan-missing' },
    });
    await doorThere.close();
    await poor.stop();
  }
});

test('another company is forbidden', async () => {
  const request = { settings: { ...settings, company: '../1' }, signal: neverAborted(), timeSlice: alone };
  expect(await provider.fetchLocations(request)).toMatchObject({ ok: false });
  const other = { settings: { ...settings, company: '1' }, signal: neverAborted(), timeSlice: alone };
  expect(await provider.fetchLocations(other)).toEqual({
    ok: false,
    problem: { code: 'schedule-forbidden' },
  });
});
