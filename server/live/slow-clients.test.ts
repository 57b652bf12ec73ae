import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import { createPersonBacklog } from './slow-clients.ts';

let server: LiveServer;
/** It stands still by itself, so that nothing sent is forgotten. */
let time: number;
let causesAreReady: Promise<void>;
beforeEach(async () => {
  time = 0;
  causesAreReady = Promise.resolve();
  const findCause = async () => {
    await causesAreReady;
    return { who: 'Bob Doe', did: 'deleted it', at: 1 };
  };
  server = await startLiveServer({ clock: () => time, findCause });
});
afterEach(() => {
  vi.useRealTimers();
  return server.stop();
});

test('a long message counts as many, and the page is not read until they are paid for', async () => {
  for (const user of ['ann', 'bob']) await server.join(user, 'manager');
  const [ann, bob] = [await server.open('ann'), await server.open('bob')];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  ann.socket.send(JSON.stringify({ type: 'watch', ...teamRef }) + ' '.repeat(650_000));
  await ann.hear('snapshot');
  ann.say({ type: 'ping' });
  // 650 KB count as 1,300 messages, 300 more than at once: 0.6 s at 500 a second.
  for (const passed of [0, 590]) {
    vi.advanceTimersByTime(passed);
    await pingTimes(bob, 3);
    expect(ann.heard.filter(({ type }) => type === 'pong')).toEqual([]);
  }
  vi.advanceTimersByTime(20);
  await ann.hear('pong');
});

async function pingTimes(page: Page, count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    page.say({ type: 'ping' });
    await page.hear('pong');
  }
}

const conflict = (page: Page, id: string) => {
  const change = { type: 'team.rename', name: 'Pier' } as const;
  page.say({ type: 'change', team: teamRef.team, document: 'gone', id, change });
};

test('a person learns 50 causes at once, on all pages together, and one more every two seconds', async () => {
  for (const user of ['ann', 'bob']) await server.join(user, 'manager');
  const pages = [await server.open('ann'), await server.open('ann')] as const;
  let count = 0;
  const learns = async (page: Page) => {
    conflict(page, `change-${count++}`);
    return 'cause' in (await page.hear('refused'));
  };
  for (let each = 0; each < 25; each++) for (const page of pages) expect(await learns(page)).toBe(true);
  expect(await learns(pages[0])).toBe(false);
  time = 1_900;
  expect(await learns(pages[1])).toBe(false);
  time = 2_000;
  expect(await learns(pages[1])).toBe(true);
  expect(await learns(pages[0])).toBe(false);
  expect(await learns(await server.open('bob'))).toBe(true);
});

test('the pages of a person wait together, and go on one after the other', () => {
  const backlog = createPersonBacklog();
  const held = new Set<number>();
  const join = (page: number) =>
    backlog.join({ hold: (isHeld) => void (isHeld ? held.add(page) : held.delete(page)) });
  for (const page of [1, 2, 3]) join(page);
  for (let message = 0; message < 3_999; message++) backlog.add(1);
  expect([...held]).toEqual([]);
  backlog.add(600);
  expect([...held]).toEqual([1, 2, 3]);
  join(4);
  expect(held.size).toBe(4);
  backlog.remove(600);
  expect([...held]).toEqual([2, 3, 4]);
  backlog.add(1);
  expect(held.size).toBe(4);
  for (let message = 0; message < 4_000; message++) backlog.remove(1);
  expect([...held]).toEqual([]);
});

test('a page is not read while other pages of its person have too much unanswered', async () => {
  for (const user of ['ann', 'bob']) await server.join(user, 'manager');
  const [ann, bob] = [await server.open('ann'), await server.open('bob')];
  const { promise, resolve } = Promise.withResolvers<void>();
  causesAreReady = promise;
  for (let each = 0; each < 6; each++) {
    const page = await server.open('ann');
    conflict(page, `change-${each}`);
    // It waits for the answer before it, and counts as 800 messages.
    page.socket.send(JSON.stringify({ type: 'watch', ...teamRef }) + ' '.repeat(400_000));
  }
  const pongs = () => ann.heard.filter(({ type }) => type === 'pong').length;
  await eventually(async () => {
    const before = pongs();
    ann.say({ type: 'ping' });
    await pingTimes(bob, 3);
    expect(pongs()).toBe(before);
  });
  const before = pongs();
  resolve();
  await eventually(async () => expect(pongs()).toBeGreaterThan(before));
});
