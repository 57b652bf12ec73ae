import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Holds } from '../../contract/live.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

let server: LiveServer;
let now = 0;
beforeEach(async () => {
  server = await startLiveServer({ clock: () => now });
  for (const user of ['ann', 'bob']) await server.join(user, 'lead');
  await server.join('vic', 'viewer');
});
afterEach(() => server.stop());

async function watching(user: string, options?: { readonly protocol?: number }): Promise<Page> {
  const page = await server.open(user, options);
  page.say({ type: 'watch', ...teamRef });
  await page.hear('snapshot');
  return page;
}

const hold = (page: Page, holds: Holds | null, ref = teamRef) =>
  page.say({ type: 'presence', ...ref, holds });

/** All that a page was told about presence before it got the answer to a ping. */
async function told(page: Page): Promise<readonly (Holds | null)[]> {
  page.say({ type: 'ping' });
  await page.hear('pong');
  return page.heard.flatMap((message) => (message.type === 'presence' ? [message.holds] : []));
}

/** What `page` said so far has reached the others. */
async function passedOn(page: Page): Promise<void> {
  page.say({ type: 'watch', team: teamRef.team, document: 'none' });
  await page.hear('gone');
}

test('[PR1] leads who watch a document are told what others hold, and by whom; viewers aren’t', async () => {
  const [ann, bob, vic] = [await watching('ann'), await watching('bob'), await watching('vic')];
  const away = await server.open('bob');
  await away.hear('me');
  hold(ann, { shift: 'sam', notes: true });
  const heard = await bob.hear('presence');
  expect(heard).toMatchObject({
    ...teamRef,
    person: 'ann',
    name: 'ann',
    holds: { shift: 'sam', notes: true },
  });
  hold(vic, { shift: 'sam' });
  hold(away, { shift: 'sam' });
  await passedOn(vic);
  await passedOn(away);
  for (const page of [ann, bob, vic, away]) expect(await told(page)).toEqual([]);
});

test.each<[string, (page: Page) => void]>([
  ['lets go', (page) => hold(page, null)],
  ['stops watching', (page) => page.say({ type: 'unwatch', ...teamRef })],
  ['is closed', (page) => page.socket.close()],
])('others hear at once when a page %s', async (_, end) => {
  const [ann, bob] = [await watching('ann'), await watching('bob')];
  hold(ann, { position: 'grill' });
  const { page } = await bob.hear('presence');
  end(ann);
  expect(await bob.hear('presence')).toMatchObject({ page, holds: null });
});

test('what a page says too often is left out, and so is what all pages of a document say together', async () => {
  const [ann, bob] = [await watching('ann'), await watching('bob')];
  for (let shift = 0; shift < 100; shift++) hold(ann, { shift: `shift-${shift}` });
  await passedOn(ann);
  expect(await told(bob)).toHaveLength(20);
  now += 1_000;
  hold(ann, { shift: 'later' });
  await passedOn(ann);
  expect((await told(bob)).slice(20)).toEqual([{ shift: 'later' }]);
  for (let page = 0; page < 4; page++) {
    const another = await watching('ann');
    for (let shift = 0; shift < 20; shift++) hold(another, { shift: `shift-${shift}` });
    await passedOn(another);
  }
  // 21 of the first page, and what was left of the document's, which came back for a second
  expect(await told(bob)).toHaveLength(21 + 60 - 20 + 20 - 1);
});

test('a page can’t say more than ids', async () => {
  const ann = await watching('ann');
  ann.socket.send(JSON.stringify({ type: 'presence', ...teamRef, holds: { shift: 'x'.repeat(161) } }));
  expect((await ann.hear('problem')).problem.code).toBe('message-invalid');
});
