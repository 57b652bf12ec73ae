import { afterEach, describe, expect, test } from 'vitest';
import { event, runCalendar } from '../../../test/providers/calendar.ts';
import { callableShift, runCallable } from '../../../test/providers/callable.ts';
import { deputyRoster, runDeputy } from '../../../test/providers/deputy.ts';
import { hotShift, runHotSchedules } from '../../../test/providers/hotschedules.ts';
import { runSevenShifts, sevenShift } from '../../../test/providers/sevenshifts.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { alone, createTestFetch, neverAborted } from '../../../test/providers/test-fetch.ts';
import type { SafeFetch } from '../safe-fetch.ts';
import { createCalendarFeed } from './calendar-feed.ts';
import { createCallable } from './callable.ts';
import { createDeputy } from './deputy.ts';
import { createHotSchedules } from './hotschedules.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { createSevenShifts } from './sevenshifts.ts';

/** A shift by the clock of a store in Chicago, with a negative id: '2026-03-07T22:00'. */
interface TestShift {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly nobody?: boolean;
}

interface Ready {
  readonly standIn: StandIn;
  readonly settings: ProviderSettings;
  readonly open: (safeFetch: SafeFetch) => Provider;
  readonly tell: (shifts: readonly TestShift[]) => void;
}

const zone = 'America/Chicago';
const instant = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString();
const [dateOf, timeOf] = [(local: string) => local.slice(0, 10), (local: string) => local.slice(11)];

const providers: Readonly<Record<string, () => Promise<Ready>>> = {
  async hotschedules() {
    const standIn = await runHotSchedules();
    const settings = { user: standIn.store.user, pass: standIn.store.pass };
    const tell = (shifts: readonly TestShift[]) => {
      standIn.store.shifts = shifts.map(({ id, start, end, nobody }) =>
        hotShift(id, dateOf(start), {
          startTime: timeOf(start),
          // In local wall-clock time.
          duration: Temporal.PlainDateTime.from(start).until(end).total('minutes'),
          ...(nobody && { house: true, ownerId: null }),
        }),
      );
    };
    return {
      standIn,
      settings,
      open: (safeFetch) => createHotSchedules({ safeFetch, base: standIn.address }),
      tell,
    };
  },
  async callable() {
    const standIn = await runCallable();
    const { user, pass } = standIn.hosted;
    const settings = { address: standIn.url, user, pass };
    const tell = (shifts: readonly TestShift[]) => {
      standIn.hosted.schedule = Object.groupBy(
        shifts.map(({ id, start, end, nobody }) => ({
          date: dateOf(start),
          ...callableShift(String(id), { startTime: timeOf(start), endTime: timeOf(end) }),
          ...(nobody && { teamMember: '' }),
        })),
        ({ date }) => date,
      ) as typeof standIn.hosted.schedule;
    };
    return { standIn, settings, open: (safeFetch) => createCallable({ safeFetch, now: Date.now }), tell };
  },
  async sevenshifts() {
    const standIn = await runSevenShifts();
    Object.assign(standIn.company.users[0] ?? {}, { preferred_first_name: 'null' });
    const settings = { token: standIn.company.token, company: '4567' };
    const tell = (shifts: readonly TestShift[]) => {
      standIn.company.shifts = shifts.map(({ id, start, end, nobody }) =>
        sevenShift(id, instant(start), instant(end), nobody ? { open: true, user_id: 0 } : {}),
      );
    };
    return {
      standIn,
      settings,
      open: (safeFetch) => createSevenShifts({ safeFetch, base: standIn.address }),
      tell,
    };
  },
  async deputy() {
    const standIn = await runDeputy();
    const settings = { token: standIn.install.token, install: 'https://lake.na.deputy.com' };
    const tell = (shifts: readonly TestShift[]) => {
      standIn.install.rosters = shifts.map(({ id, start, end, nobody }) =>
        deputyRoster(id, instant(start), instant(end), nobody ? { Open: true, name: '' } : {}),
      );
    };
    return {
      standIn,
      settings,
      open: (safeFetch) => createDeputy({ safeFetch, base: standIn.address }),
      tell,
    };
  },
  async ics() {
    const standIn = await runCalendar();
    const tell = (shifts: readonly TestShift[]) => {
      standIn.calendar.events = shifts.map(({ id, start, end, nobody }) =>
        event(
          `UID:${id}`,
          `DTSTART:${instant(start).replace(/[-:]/g, '')}`,
          `DTEND;TZID=${zone}:${end.replace(/[-:]/g, '')}00`,
          `SUMMARY:${nobody ? 'OpenShift' : 'Maria G.'} (Shift as COOK at MAPLE)`,
        ),
      );
    };
    const settings = { address: standIn.feed };
    return { standIn, settings, open: (safeFetch) => createCalendarFeed({ safeFetch }), tell };
  },
};

describe.each(Object.keys(providers))('%s', (key) => {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  async function ready() {
    const { standIn, settings, open, tell } = await (providers[key] as () => Promise<Ready>)();
    const safeFetch = createTestFetch([standIn]);
    endings.push(safeFetch.close, standIn.stop);
    const provider = open(safeFetch);
    const read = (signal = neverAborted(), date = '2026-03-07', timeSlice = alone) =>
      provider.fetchSchedule({ settings, location: null, date, timeZone: zone, signal, timeSlice });
    return {
      standIn,
      provider,
      tell,
      read,
      test: () => provider.fetchLocations({ settings, signal: neverAborted(), timeSlice: alone }),
    };
  }

  test('answers, and says nothing of a day without shifts', async () => {
    const { provider, read, test } = await ready();
    expect(provider.key).toBe(key);
    expect(await read()).toEqual({ ok: true, value: { shifts: [], warnings: [] } });
    expect(await test()).toMatchObject({ ok: true });
  });

  test.each([
    ['an evening', '2026-03-05', '4:30 PM', '11:00 PM', '2026-03-05T16:30', '2026-03-05T23:00'],
    ['until midnight', '2026-03-05', '4:00 PM', '12:00 AM', '2026-03-05T16:00', '2026-03-06T00:00'],
    ['from midnight', '2026-03-05', '12:00 AM', '8:00 AM', '2026-03-05T00:00', '2026-03-05T08:00'],
    ['across midnight', '2026-03-05', '10:30 PM', '5:30 AM', '2026-03-05T22:30', '2026-03-06T05:30'],
    ['a night of 23 hours', '2026-03-07', '10:00 PM', '6:00 AM', '2026-03-07T22:00', '2026-03-08T06:00'],
    ['a day of 23 hours', '2026-03-08', '12:30 AM', '9:00 AM', '2026-03-08T00:30', '2026-03-08T09:00'],
    ['a night of 25 hours', '2026-10-31', '10:00 PM', '6:00 AM', '2026-10-31T22:00', '2026-11-01T06:00'],
    ['a day of 25 hours', '2026-11-01', '12:30 AM', '11:59 PM', '2026-11-01T00:30', '2026-11-01T23:59'],
  ])('%s is of the date it starts on, by the clock', async (_, date, startTime, endTime, start, end) => {
    const { tell, read } = await ready();
    tell([{ id: -416763347, start, end }]);
    const answer = await read(neverAborted(), date);
    expect(answer).toMatchObject({ ok: true, value: { warnings: [] } });
    expect(answer.ok && answer.value.shifts).toEqual([
      expect.objectContaining({ id: `${key}:-416763347`, date, startTime, endTime }),
    ]);
    expect(answer.ok && answer.value.shifts[0]?.teamMember).not.toContain('null');
  });

  test('more shifts than a store has in three days are refused whole', async () => {
    const { tell, read } = await ready();
    const shifts = Array.from({ length: 5_001 }, (_, index) => ({
      id: -index,
      start: '2026-03-07T09:00',
      end: '2026-03-07T17:00',
    }));
    tell(shifts);
    expect(await read()).toMatchObject({ ok: false, problem: { code: 'schedule-too-large' } });
    tell(shifts.slice(1_000));
    const answer = await read();
    expect(answer.ok && answer.value.shifts.length).toBe(4_001);
  });

  test('others have their turns before an answer is parsed and between its shifts', async () => {
    const { tell, read } = await ready();
    const times = { start: '2026-03-07T09:00', end: '2026-03-07T17:00' };
    const shifts = Array.from({ length: 600 }, (_, index) => ({ id: -index, ...times }));
    tell(shifts);
    const turns = { taken: 0, offered: 0 };
    const counting = {
      yieldNow: async () => void turns.taken++,
      yieldIfDue: () => void turns.offered++,
    };
    expect(await read(neverAborted(), '2026-03-07', counting)).toMatchObject({ ok: true });
    expect(turns.taken).toBeGreaterThan(0);
    expect(turns.offered).toBeGreaterThanOrEqual(2 * shifts.length);
  });

  test.each(['1000-01-01', '9999-12-31'])('%s is a date as any other', async (date) => {
    const { read } = await ready();
    expect(await read(neverAborted(), date)).toEqual({ ok: true, value: { shifts: [], warnings: [] } });
  });

  test('[SC14] what nobody works yet, and a second shift with an id, are left out with a word', async () => {
    const { tell, read } = await ready();
    const times = { start: '2026-03-07T09:00', end: '2026-03-07T17:00' };
    tell([
      { id: -1, ...times },
      { id: -1, ...times },
      { id: -2, ...times, nobody: true },
    ]);
    const answer = await read();
    expect(answer).toMatchObject({ value: { shifts: [{ id: `${key}:-1` }] } });
    expect(answer.ok && new Set(answer.value.warnings)).toEqual(
      new Set([
        'Skipped 1 shift listed twice.',
        // A function of one's own has no word for it but the empty name.
        key === 'callable' ? 'Skipped 1 shift without a name.' : 'Skipped 1 shift with nobody assigned.',
      ]),
    );
  });

  const faults: [string, StandIn['faults'], string | RegExp][] = [
    ['a wrong password', { wrongPassword: true }, /^schedule-(refused|forbidden)$/],
    ['no permission', { forbidden: true }, /^schedule-(refused|forbidden)$/],
    ['a long pause', { busy: { times: 9, retryAfter: '600' } }, 'schedule-busy'],
    ['down', { broken: { times: 99, status: 503 } }, 'schedule-unreachable'],
    ['half a response', { half: true }, 'schedule-unreachable'],
  ];
  test.each(faults)('[SC16] %s is a problem of its own, read or tested', async (_, fault, code) => {
    const { standIn, read, test } = await ready();
    Object.assign(standIn.faults, fault);
    for (const ask of [read, test]) {
      expect(await ask()).toMatchObject({ ok: false, problem: { code: expect.stringMatching(code) } });
    }
  });

  test('[OG14] a short pause is waited for', async () => {
    const { standIn, read } = await ready();
    standIn.faults.busy = { times: 1, retryAfter: '2' };
    expect(await read()).toMatchObject({ ok: true });
  });

  test('what makes no sense is not taken for an empty day', async () => {
    const { standIn, read } = await ready();
    const answers = [];
    for (const fault of ['html', 'cut'] as const) {
      standIn.faults[fault] = true;
      answers.push(await read());
      delete standIn.faults[fault];
    }
    // A page in place of the one that follows a sign-in is a sign-in that failed.
    const code = key === 'hotschedules' ? /^schedule-(refused|unreadable)$/ : 'schedule-unreadable';
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, problem: { code: expect.stringMatching(code) } });
    }
  });

  test.each(['hangs', 'stalls'] as const)('one that %s ends when it is aborted', async (fault) => {
    const { standIn, read } = await ready();
    standIn.faults[fault] = true;
    const leaving = new AbortController();
    const answer = read(leaving.signal);
    await expect.poll(() => standIn.asked.length).toBeGreaterThan(0);
    leaving.abort();
    expect(await answer).toEqual({ ok: false, problem: { code: 'call-cancelled' } });
    expect(await read(AbortSignal.timeout(20))).toEqual({ ok: false, problem: { code: 'schedule-slow' } });
  });
});
