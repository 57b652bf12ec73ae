import { afterEach, beforeEach, expect, test } from 'vitest';
import { callableCodes, callableName, callableStatus } from '../../../domain/problem/callable-status.ts';
import { countCallsUntil } from '../../../test/count-calls.ts';
import { type CallableStandIn, callableShift, runCallable } from '../../../test/providers/callable.ts';
import { runStandIn } from '../../../test/providers/stand-in.ts';
import { alone, createTestFetch, neverAborted, type TestFetch } from '../../../test/providers/test-fetch.ts';
import { sentence } from '../../../test/words.ts';
import { createCallable } from './callable.ts';
import type { Provider } from './provider.ts';

let standIn: CallableStandIn;
let safeFetch: TestFetch;
let provider: Provider;
beforeEach(async () => {
  standIn = await runCallable();
  safeFetch = createTestFetch([standIn]);
  provider = createCallable({ safeFetch, now: () => Date.parse('2026-03-07T12:00:00Z') });
});
afterEach(async () => {
  await safeFetch.close();
  await standIn.stop();
});

const read = (typed: Record<string, string> = {}) =>
  provider.fetchSchedule({
    settings: { address: standIn.url, user: 'maria.garcia', pass: 'open sesame', ...typed },
    location: null,
    date: '2026-03-07',
    timeZone: 'America/Chicago',
    signal: neverAborted(),
    timeSlice: alone,
  });
const failed = (code: string, said?: string) => ({
  ok: false,
  problem: { code, ...(said !== undefined && { details: { said } }) },
});

test.each(['result', 'data'] as const)(
  'the shifts of the date and of the next morning, as %s',
  async (key) => {
    Object.assign(standIn.hosted, {
      key,
      schedule: {
        '2026-03-07': [
          callableShift('a', { note: 'Deliveries' }),
          callableShift('b', { startTime: '22:00', endTime: '06:00', teamMember: '\u202aLi\u202e Wei' }),
        ],
        '2026-03-08': [callableShift('c', { startTime: '1:00 AM', endTime: '5:00 AM' })],
      },
    });
    expect(await read()).toEqual({
      ok: true,
      value: {
        shifts: [
          {
            id: 'callable:a',
            date: '2026-03-07',
            teamMember: 'Jo Reed',
            startTime: '9:00 AM',
            endTime: '5:00 PM',
            job: 'Fryer',
            note: 'Deliveries',
            role: 'Kitchen',
          },
          expect.objectContaining({ teamMember: 'Li Wei', startTime: '10:00 PM', endTime: '6:00 AM' }),
          expect.objectContaining({ date: '2026-03-08', startTime: '1:00 AM' }),
        ],
        warnings: [],
      },
    });
    expect(standIn.asked.map(({ body }) => JSON.parse(body))).toEqual(
      expect.arrayContaining([
        { data: { date: '2026-03-07', user: 'maria.garcia', pass: 'open sesame' } },
        { data: { date: '2026-03-08', user: 'maria.garcia', pass: 'open sesame' } },
      ]),
    );
  },
);

test('[SC14] shifts without a name, with an id twice or with times that are none are left out', async () => {
  standIn.hosted.schedule['2026-03-07'] = [
    callableShift('a', { teamMember: ' ' }),
    callableShift('b'),
    callableShift('b'),
    callableShift('c', { endTime: 'late' }),
  ];
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'callable:b' }],
      warnings: [
        'Skipped 1 shift without a name.',
        'Skipped 1 shift listed twice.',
        'Skipped 1 shift that couldn’t be read.',
      ],
    },
  });
});

test('the next day failing does not cost the date; it is said, in the function’s own words', async () => {
  standIn.hosted.schedule['2026-03-07'] = [
    callableShift('a'),
    { ...callableShift('b'), endTime: null as unknown as string },
  ];
  standIn.hosted.failing = { date: '2026-03-08', message: 'No schedule is posted for that day.' };
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ id: 'callable:a' }],
      warnings: [
        expect.stringMatching(/^Couldn’t read the next day\. .*“No schedule is posted for that day\.”$/),
        'Skipped 1 shift that couldn’t be read.',
      ],
    },
  });
  standIn.hosted.failing = { date: '2026-03-07', message: 'No schedule is posted for that day.' };
  expect(await read()).toEqual(failed('schedule-failed', 'No schedule is posted for that day.'));
});

test.each([
  ['rows without anything', 300_000, '{}', 'schedule-too-large'],
  ['more rows than a store has', 20_001, JSON.stringify(callableShift('a')), 'schedule-too-large'],
])('%s cost no more than their text', async (_, count, row, code) => {
  const rows = Array(count).fill(row).join();
  const hostile = await runStandIn(() => ({ body: `{"result":{"schedule":{"shifts":[${rows}]}}}` }));
  const doorThere = createTestFetch([hostile]);
  const there = createCallable({ safeFetch: doorThere, now: Date.now });
  const terms = { settings: { address: hostile.address }, location: null, date: '2026-03-07' };
  const calls = await countCallsUntil(async () =>
    expect(
      await there.fetchSchedule({ ...terms, timeZone: 'UTC', signal: neverAborted(), timeSlice: alone }),
    ).toEqual({ ok: false, problem: { code, details: { max: 5_000 } } }),
  );
  // Receiving it is a call or so for each kilobyte; each row would be ten more.
  expect(calls).toBeLessThan(150_000);
  await doorThere.close();
  await hostile.stop();
});

test('more than 3 MB are not received', async () => {
  // more than the system takes for a connection before anything is read
  const body = `{"result":"${'x'.repeat(50_000_000)}"}`;
  const hostile = await runStandIn(() => ({ body }));
  const doorThere = createTestFetch([hostile]);
  const there = createCallable({ safeFetch: doorThere, now: Date.now });
  const request = {
    settings: { address: hostile.address },
    signal: neverAborted(),
    timeSlice: alone,
  };
  expect(await there.fetchLocations(request)).toEqual({
    ok: false,
    problem: { code: 'schedule-unreadable' },
  });
  await expect.poll(hostile.left).toBe(1);
  await doorThere.close();
  await hostile.stop();
});

test('a token goes along where there is one', async () => {
  standIn.hosted.token = 'function-token';
  expect(await read()).toEqual(failed('schedule-refused'));
  expect(await read({ token: 'function-token' })).toMatchObject({ ok: true });
});

test('a wrong password and a wrong address', async () => {
  expect(await read({ pass: 'wrong' })).toEqual(failed('schedule-forbidden'));
  expect(await read({ address: `${standIn.address}/elsewhere` })).toEqual(failed('schedule-not-found'));
});

test.each([
  [
    500,
    { error: { status: 'UNAUTHENTICATED', message: 'Wrong store number.' } },
    'schedule-refused',
    'Wrong store number.',
  ],
  [
    400,
    { error: { status: 'FAILED_PRECONDITION', message: 'Set the vault first.' } },
    'schedule-unreadable',
    'Set the vault first.',
  ],
  [500, { error: { status: 'PERMISSION_DENIED' } }, 'schedule-forbidden'],
  [500, { error: { status: 'INTERNAL', message: 'INTERNAL' } }, 'schedule-failed'],
  [501, { error: { status: 'UNIMPLEMENTED' } }, 'schedule-failed'],
  [502, '<h1>Bad gateway</h1>', 'schedule-failed'],
  [200, { error: { status: 'UNAVAILABLE' } }, 'schedule-unreachable'],
  [200, { error: { status: 'RESOURCE_EXHAUSTED' } }, 'schedule-unreachable'],
  [504, { error: { status: 'DEADLINE_EXCEEDED' } }, 'schedule-slow'],
  [503, '<h1>Busy</h1>', 'schedule-unreachable'],
  [404, { error: { status: 'NOT_FOUND' } }, 'schedule-not-found'],
  [200, { error: { status: 'ODD' } }, 'schedule-unreadable'],
  [200, {}, 'schedule-unreadable'],
  [200, { data: {} }, 'schedule-unreadable'],
])('what the function says goes before its status: %i %j', async (status, body, code, said?: string) => {
  const odd = await runStandIn(() => ({ status, body }));
  const doorThere = createTestFetch([odd]);
  const settings = { address: odd.address, user: 'x', pass: 'x' };
  const request = { settings, signal: neverAborted(), timeSlice: alone };
  expect(await createCallable({ safeFetch: doorThere, now: Date.now }).fetchLocations(request)).toEqual(
    failed(code, said),
  );
  await doorThere.close();
  await odd.stop();
});

test.each(callableCodes)('[P61] a call that fails with the code %s says a sentence', async (code) => {
  const body = { error: { status: callableName(code) } };
  const failing = await runStandIn(() => ({ status: callableStatus(code), body }));
  const doorThere = createTestFetch([failing]);
  const settings = { address: failing.address, user: 'x', pass: 'x' };
  const request = { settings, signal: neverAborted(), timeSlice: alone };
  const outcome = await createCallable({ safeFetch: doorThere, now: Date.now }).fetchLocations(request);
  const said = outcome.ok ? '' : sentence({ ...outcome.problem, details: { provider: 'HotSchedules' } });
  expect(said).toMatch(/^[A-Z].*\.$/);
  expect(said).not.toBe(sentence({ code: 'internal' }));
  await doorThere.close();
  await failing.stop();
});

test('the connection can be tested; there is no location to choose', async () => {
  const settings = { address: standIn.url, user: 'maria.garcia', pass: 'open sesame' };
  expect(await provider.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone })).toEqual({
    ok: true,
    value: [],
  });
  expect(standIn.asked).toHaveLength(1);
});
