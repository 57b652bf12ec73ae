import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { SecurityLogEntry } from '../database/store.ts';
import { createSecurityLog } from './security-log.ts';

function openLog(stores: Promise<unknown> = Promise.resolve()) {
  const stored: SecurityLogEntry[] = [];
  const errors: string[] = [];
  let passed = 0;
  const log = createSecurityLog({
    store: {
      async append(entries) {
        await stores;
        stored.push(...entries);
      },
    },
    now: () => passed,
    log: { error: (_, message) => errors.push(message) },
  });
  const pass = (milliseconds: number) => {
    passed += milliseconds;
  };
  return { log, pass, errors, types: () => stored.map(({ type }) => type) };
}

test('[SL1] entries are stored after a moment in which there were none', async () => {
  const { log, types } = openLog();
  await log.settled();
  await log.record({ type: 'team-created' });
  expect(types()).toEqual(['team-created']);
});

test('of attempts, one an hour is recorded for a person and network', async () => {
  const { log, pass, types } = openLog();
  const attempt = (user: string, place: string) =>
    log.recordLater(async () => ({ type: 'sign-in-throttled', user }), { place, browser: '' });
  const everything = async () => {
    for (let each = 0; each < 20; each++) attempt('ann', `192.0.2.${each}`);
    for (const user of ['ann', 'ben']) attempt(user, '198.51.100.1');
    await log.settled();
  };
  await everything();
  expect(types()).toHaveLength(3);
  pass(1_800_000);
  await everything();
  expect(types()).toHaveLength(3);
  pass(1_800_000);
  await everything();
  expect(types()).toHaveLength(6);
});

test('failures, and what people do, are recorded each time', async () => {
  const { log, types } = openLog();
  for (const type of ['sign-in-failed', 'signed-in'] as const) {
    for (let each = 0; each < 3; each++) log.recordLater({ type, user: 'ann' });
  }
  await log.settled();
  expect(types()).toHaveLength(6);
});

test('repeated attempts are recorded once while the disk is slow', async () => {
  let ready = () => {};
  const { log, errors, types } = openLog(new Promise<void>((resolve) => (ready = resolve)));
  const first = log.record({ type: 'team-created' });
  for (let each = 0; each < 2_000; each++) {
    log.recordLater({ type: 'origin-foreign' }, { place: '192.0.2.1', browser: '' });
  }
  log.recordLater({ type: 'sign-in-failed', user: 'ann' });
  ready();
  await Promise.all([first, log.settled()]);
  expect(types()).toEqual(['team-created', 'origin-foreign', 'sign-in-failed']);
  expect(errors).toEqual([]);
});

test('what strangers cause does not fill the memory while the disk is slow', async () => {
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  const { log, errors, types } = openLog(slow);
  for (let each = 0; each < 1_500; each++) log.recordLater({ type: 'sign-in-failed', user: `u${each}` });
  expect(errors).toHaveLength(500);
  resolve();
  await log.record({ type: 'team-created' });
  expect(types()).toHaveLength(1_001);
});

test('what strangers cause in one moment is one write to the disk', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let writes = 0;
  const store = {
    async append() {
      writes += 1;
    },
  };
  const log = createSecurityLog({ store, now: () => 0, log: { error: () => {} } });
  for (const user of ['ann', 'ben', 'cleo']) {
    log.recordLater({ type: 'sign-in-failed', user });
    await turn();
  }
  expect(writes).toBe(0);
  vi.advanceTimersByTime(200);
  await log.settled();
  expect(writes).toBe(1);
  vi.useRealTimers();
});

test('an entry that cannot be completed or stored is in the server’s log, and keeps nobody from signing in', async () => {
  const { log, errors, types } = openLog();
  log.recordLater(() => Promise.reject(new Error('gone')));
  await log.record({ type: 'signed-in', user: 'ann' });
  expect(types()).toEqual(['signed-in']);
  expect(errors).toEqual(['An entry of the security log could not be completed.']);
  const full = openLog(Promise.reject(new Error('The disk is full.')));
  await full.log.record({ type: 'signed-in', user: 'ann' });
  expect(full.errors).toEqual(['The security log could not be written.']);
});
