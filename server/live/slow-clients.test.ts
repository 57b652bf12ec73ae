import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

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
afterEach(() => server.stop());

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

test('a page is not read while too much of it is unanswered', async () => {
  for (const user of ['ann', 'bob']) await server.join(user, 'manager');
  const [ann, bob] = [await server.open('ann'), await server.open('bob')];
  const { promise, resolve } = Promise.withResolvers<void>();
  causesAreReady = promise;
  conflict(ann, 'change');
  // It waits for the answer before it, and counts as 60 messages.
  ann.socket.send(JSON.stringify({ type: 'watch', ...teamRef }) + ' '.repeat(30_000));
  const pongs = () => ann.heard.filter(({ type }) => type === 'pong').length;
  const pingInVain = async () => {
    const before = pongs();
    ann.say({ type: 'ping' });
    await pingTimes(bob, 3);
    expect(pongs()).toBe(before);
  };
  await eventually(pingInVain).finally(resolve);
  const before = pongs();
  await eventually(async () => expect(pongs()).toBeGreaterThan(before));
});
