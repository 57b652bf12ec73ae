import { expect, test } from 'vitest';
import type { SecurityLogEntry } from '../database/store.ts';
import { createSecurityLog, type SecurityEvent } from './security-log.ts';

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
      ofUser: async () => [],
      ofTeam: async () => [],
      all: async () => [],
      removeBefore: async () => {},
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

test('attempts while the disk is slow leave room for what people do', async () => {
  let ready = () => {};
  const { log, errors, types } = openLog(new Promise<void>((resolve) => (ready = resolve)));
  const first = log.record({ type: 'team-created' });
  const event = (user: number): SecurityEvent => ({ type: 'sign-in-failed', user: String(user) });
  for (let each = 0; each < 2_000; each++) log.recordLater(event(each));
  const recorded = log.record({ type: 'role-changed', user: 'ann', team: 'harbor' });
  ready();
  await Promise.all([first, recorded]);
  expect(types()).toContain('role-changed');
  expect(types().length).toBeLessThan(1_000);
  expect(errors).toHaveLength(1);
});

test('repeated attempts push nobody else’s out while the disk is slow', async () => {
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
