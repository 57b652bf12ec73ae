import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeputyStandIn, deputyRoster, runDeputy } from '../../../test/providers/deputy.ts';
import { alone, createTestFetch, neverAborted, type TestFetch } from '../../../test/providers/test-fetch.ts';
import { createDeputy } from './deputy.ts';
import type { Provider } from './provider.ts';

let standIn: DeputyStandIn;
let safeFetch: TestFetch;
let provider: Provider;
beforeEach(async () => {
  standIn = await runDeputy();
  safeFetch = createTestFetch([standIn]);
  provider = createDeputy({ safeFetch, base: standIn.address });
});
afterEach(async () => {
  await safeFetch.close();
  await standIn.stop();
});

const settings = { install: 'https://lake.na.deputy.com', token: 'deputy-token' };
const read = (location: string | null = null, date = '2026-03-07') =>
  provider.fetchSchedule({
    settings,
    location,
    date,
    timeZone: 'America/Chicago',
    signal: neverAborted(),
    timeSlice: alone,
  });

test('a shift comes with its person and area, by the store’s clock', async () => {
  standIn.install.rosters = [
    deputyRoster(1, '2026-03-07T15:00:00Z', '2026-03-07T23:30:00Z', { Comment: 'Deliveries' }),
    deputyRoster(2, '2026-03-09T04:00:00Z', '2026-03-09T12:00:00Z', { name: 'Bo  Hill', area: 'Front' }),
    deputyRoster(3, '2026-03-10T15:00:00Z', '2026-03-10T23:30:00Z'),
  ];
  expect(await read()).toEqual({
    ok: true,
    value: {
      shifts: [
        {
          id: 'deputy:1',
          date: '2026-03-07',
          teamMember: 'Kim Park',
          startTime: '9:00 AM',
          endTime: '5:30 PM',
          job: 'Kitchen',
          note: 'Deliveries',
          role: 'Kitchen',
          person: '7',
        },
        // The clock went forward that night.
        expect.objectContaining({ date: '2026-03-08', teamMember: 'Bo Hill', startTime: '11:00 PM' }),
      ],
      warnings: [],
    },
  });
});

test('[SC14] a shift of employee 0, or of none, is one that nobody works yet; entries that are none cost no other', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  standIn.install.rosters = [
    deputyRoster(1, ...times),
    deputyRoster(2, ...times, { Employee: 0 }),
    deputyRoster(3, ...times, { Employee: null }),
    { ...deputyRoster(4, ...times), EndTime: null as unknown as number },
  ];
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'deputy:1', teamMember: 'Kim Park', role: 'Kitchen' }],
      warnings: ['Skipped 1 shift that couldn’t be read.', 'Skipped 2 shifts with nobody assigned.'],
    },
  });
});

test('[SC14] open, unpublished and nameless shifts, and those of another store, are left out', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  standIn.install.rosters = [
    deputyRoster(1, ...times, { Open: true, name: '' }),
    deputyRoster(2, ...times, { Published: false }),
    deputyRoster(3, ...times, { name: '', Employee: 7 }),
    deputyRoster(4, ...times, { company: 2 }),
    deputyRoster(5, times[1], times[0]),
    deputyRoster(6, ...times, { EndTime: 1e300 }),
  ];
  expect(await read('1')).toMatchObject({
    value: {
      shifts: [],
      warnings: [
        'Skipped 1 shift with nobody assigned.',
        'Skipped 1 shift not yet published.',
        'Skipped 1 shift without a name.',
        'Skipped 1 shift at another store.',
        'Skipped 1 shift shorter than a minute or longer than 24 hours.',
        'Skipped 1 shift that couldn’t be read.',
      ],
    },
  });
});

test('without a location chosen, shifts of every store are taken, with a word', async () => {
  const times = ['2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'] as const;
  standIn.install.rosters = [deputyRoster(1, ...times), deputyRoster(2, ...times, { company: 2 })];
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'deputy:1' }, { id: 'deputy:2' }],
      warnings: [expect.stringMatching(/^This includes shifts from 2 stores/)],
    },
  });
});

test('every page is read', async () => {
  standIn.install.rosters = Array.from({ length: 1_001 }, (_, index) =>
    deputyRoster(index + 1, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z'),
  );
  const answer = await read();
  expect(answer.ok && answer.value.shifts.length).toBe(1_001);
  expect(standIn.asked).toHaveLength(3);
});

test('pages without an end are not taken for the whole', async () => {
  const roster = deputyRoster(1, '2026-03-07T15:00:00Z', '2026-03-07T20:00:00Z');
  standIn.install.rosters = Array.from({ length: 20_000 }, () => roster);
  expect(await read()).toEqual({ ok: false, problem: { code: 'schedule-unreadable' } });
  expect(standIn.asked).toHaveLength(40);
});

test('its stores can be chosen from', async () => {
  expect(await provider.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone })).toEqual({
    ok: true,
    value: [
      { id: '1', name: 'Lake', timeZone: null },
      { id: '2', name: 'Wood', timeZone: null },
    ],
  });
});

test.each([
  'https://example.com',
  'https://deputy.com.example.com',
  'https://notdeputy.com',
  'https://lake.na.deputy.com@example.com',
])('the token does not leave for %s', async (install) => {
  const deputy = createDeputy({ safeFetch, base: null });
  const request = { settings: { ...settings, install }, signal: neverAborted(), timeSlice: alone };
  expect(await deputy.fetchLocations(request)).toEqual({
    ok: false,
    problem: { code: 'address-elsewhere', details: { domain: 'deputy.com' } },
  });
});
