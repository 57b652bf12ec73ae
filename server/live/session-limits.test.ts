import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import { createFindCause } from './refusal-cause.ts';
import { createSessionUser } from './session-user.ts';
import { createWorkTurns } from './work-turns.ts';

let server: LiveServer;
let now: number;
/** When it is anybody's turn, and for what they asked. */
let turn: Promise<void> | undefined;
let taken: (readonly [keys: readonly string[], cost: number])[];
beforeEach(async () => {
  [now, turn, taken] = [0, undefined, []];
  const clock = () => now;
  const take = (keys: readonly string[], cost: number) => {
    taken.push([keys, cost]);
    return turn;
  };
  server = await startLiveServer({ clock, turns: { ...createWorkTurns(clock), take } });
  for (const user of ['ann', 'bob']) await server.join(user, 'manager');
});
afterEach(() => server.stop());

async function open(user: string): Promise<Page> {
  const page = await server.open(user);
  await page.hear('me');
  return page;
}

test('a ping is answered at once, and what else a page sends waits for its turn, more pings too', async () => {
  const [ann, bob] = [await open('ann'), await open('bob')];
  const pongs = () => ann.heard.filter(({ type }) => type === 'pong').length;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  taken = [];
  ann.say({ type: 'ping' });
  await ann.hear('pong');
  ann.say({ type: 'ping' });
  while (pongs() === 0 && taken.length === 0) await nextTurn();
  expect([pongs(), taken[0]?.[0]]).toEqual([0, ['ann']]);
  now = 1_000;
  ann.say({ type: 'ping' });
  while (pongs() === 0) await nextTurn();
  bob.say({ type: 'ping' });
  await bob.hear('pong');
  expect(pongs()).toBe(1);
  resolve();
  while (pongs() === 1) await nextTurn();
});

test('finding why a change was refused waits for the turn of its author', async () => {
  const ann = await open('ann');
  const change = { type: 'team.rename', name: 'Pier' } as const;
  ann.say({ type: 'change', team: teamRef.team, document: 'gone', id: 'one', change });
  await ann.hear('refused');
  expect(taken).toContainEqual([['ann', teamRef.team], 5]);
});

test('why a change was refused is looked for among the latest changes only', async () => {
  const asked: number[][] = [];
  const findCause = createFindCause({
    names: async () => new Map(),
    store: {
      history: async () => [{ version: 1_000 }] as never,
      async changesAfter(_, ...range) {
        asked.push(range);
        return [];
      },
    },
  });
  expect(await findCause(teamRef, 'ann', { type: 'team.rename', name: 'Pier' })).toBeNull();
  expect(asked).toEqual([[800, 200]]);
});

test('whether a person is still signed in is looked up once a second', async () => {
  let looks = 0;
  const isSessionAlive = async () => {
    looks += 1;
    return true;
  };
  const user = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Doe' };
  const ann = createSessionUser(
    { user, session: 'session' },
    { store: server.store, accounts: { isSessionAlive }, onSignedOut: async () => {}, clock: () => now },
  );
  for (let tap = 0; tap < 3; tap++) expect(await ann.roleIn(teamRef.team)).toBe('manager');
  expect(looks).toBe(1);
  now = 1_000;
  await ann.roleIn(teamRef.team);
  expect(looks).toBe(2);
});

test('a page that is silent for two beats, or never says hello, is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [ann, bob, mute] = [await open('ann'), await open('bob'), await server.connect('ann')];
    const busy = await open('bob');
    busy.socket.pong = () => {};
    const pinged = (page: Page) => new Promise((resolve) => page.socket.once('ping', resolve));
    bob.socket.pong = () => {};
    const both = Promise.all([pinged(ann), pinged(bob)]);
    vi.advanceTimersByTime(30_000);
    await both;
    expect(await mute.hungUp).toBe(1006);
    // what it answered has arrived
    for (const page of [ann, busy]) page.say({ type: 'ping' });
    for (const page of [ann, busy]) await page.hear('pong');
    const again = pinged(ann);
    vi.advanceTimersByTime(30_000);
    expect(await bob.hungUp).toBe(1006);
    await again;
    expect(busy.socket.readyState).toBe(busy.socket.OPEN);
    // a pong is enough
    ann.socket.ping();
    await new Promise((resolve) => ann.socket.once('pong', resolve));
    const third = pinged(ann);
    vi.advanceTimersByTime(30_000);
    await third;
  } finally {
    vi.useRealTimers();
  }
});

test('a sign-in that ended unnoticed is noticed at the next beat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const ann = await open('ann');
    now = 1_000;
    server.ended.add('session-of-ann');
    vi.advanceTimersByTime(30_000);
    expect(await ann.hear('me')).toMatchObject({ user: null });
  } finally {
    vi.useRealTimers();
  }
});

test('a page that does not close when asked to does not hold up the stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ann = await open('ann');
    ann.socket.pause();
    const stopped = server.connections.close();
    await nextTurn();
    await vi.advanceTimersByTimeAsync(1_000);
    await stopped;
    ann.socket.resume();
  } finally {
    vi.useRealTimers();
  }
});
