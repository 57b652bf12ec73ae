import { afterEach, describe, expect, test } from 'vitest';
import { runCalendar } from '../../test/providers/calendar.ts';
import { runCallable } from '../../test/providers/callable.ts';
import { runDeputy } from '../../test/providers/deputy.ts';
import { runHotSchedules } from '../../test/providers/hotschedules.ts';
import { openQuickDoor, patient } from '../../test/providers/quick-door.ts';
import { runSevenShifts } from '../../test/providers/sevenshifts.ts';
import type { StandIn } from '../../test/providers/stand-in.ts';
import type { Door } from '../outgoing/door.ts';
import { createCalendarFeed } from './calendar-feed.ts';
import { createCallable } from './callable.ts';
import { createDeputy } from './deputy.ts';
import { createHotSchedules } from './hotschedules.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { createSevenShifts } from './sevenshifts.ts';

interface Ready {
  readonly standIn: StandIn;
  readonly settings: ProviderSettings;
  readonly open: (door: Door) => Provider;
}

const providers: Readonly<Record<string, () => Promise<Ready>>> = {
  async hotschedules() {
    const standIn = await runHotSchedules();
    const settings = { user: standIn.store.user, pass: standIn.store.pass };
    return { standIn, settings, open: (door) => createHotSchedules({ door, base: standIn.address }) };
  },
  async callable() {
    const standIn = await runCallable();
    const { user, pass } = standIn.hosted;
    const settings = { address: standIn.url, user, pass };
    return { standIn, settings, open: (door) => createCallable({ door, now: Date.now }) };
  },
  async sevenshifts() {
    const standIn = await runSevenShifts();
    const settings = { token: standIn.company.token, company: '4567' };
    return { standIn, settings, open: (door) => createSevenShifts({ door, base: standIn.address }) };
  },
  async deputy() {
    const standIn = await runDeputy();
    const settings = { token: standIn.install.token, install: 'https://lake.na.deputy.com' };
    return { standIn, settings, open: (door) => createDeputy({ door, base: standIn.address }) };
  },
  async ics() {
    const standIn = await runCalendar();
    return { standIn, settings: { address: standIn.feed }, open: (door) => createCalendarFeed({ door }) };
  },
};

describe.each(Object.keys(providers))('%s', (key) => {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  async function ready() {
    const { standIn, settings, open } = await (providers[key] as () => Promise<Ready>)();
    const door = openQuickDoor([standIn]);
    endings.push(door.close, standIn.stop);
    const provider = open(door);
    const read = (signal = patient()) =>
      provider.read({ settings, location: null, date: '2026-03-07', timeZone: 'America/Chicago', signal });
    return { standIn, provider, read, test: () => provider.locations({ settings, signal: patient() }) };
  }

  test('answers, and says nothing of a day without shifts', async () => {
    const { provider, read, test } = await ready();
    expect(provider.key).toBe(key);
    expect(await read()).toEqual({ ok: true, value: { shifts: [], warnings: [] } });
    expect(await test()).toMatchObject({ ok: true });
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

  test('[SC16] a short pause is waited for', async () => {
    const { standIn, read } = await ready();
    standIn.faults.busy = { times: 1, retryAfter: '2' };
    expect(await read()).toMatchObject({ ok: true });
  });

  test('[SC16] what makes no sense is not taken for an empty day', async () => {
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

  test('[SC16] a hang ends when the person does not wait any more', async () => {
    const { standIn, read } = await ready();
    standIn.faults.hangs = true;
    const leaving = new AbortController();
    const answer = read(leaving.signal);
    await expect.poll(() => standIn.asked.length).toBeGreaterThan(0);
    leaving.abort();
    expect(await answer).toEqual({ ok: false, problem: { code: 'call-cancelled' } });
    expect(await read(AbortSignal.timeout(20))).toEqual({ ok: false, problem: { code: 'schedule-slow' } });
  });
});
