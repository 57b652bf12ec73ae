import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LiveServer, startLiveServer } from '../../../test/servers/live-server.ts';
import { teamRef } from '../../../test/stores/team-fixture.ts';
import { createPersonBacklog } from './person-backlog.ts';

let server: LiveServer;
// The clock stands still, so that nothing sent is forgotten.
beforeEach(async () => {
  server = await startLiveServer({ clock: () => 0 });
});
afterEach(() => server.stop());

test('[CH39] a long message counts as many, and the page is not read until they are paid for', async () => {
  await server.join('ann', 'manager');
  const ann = await server.open('ann');
  await ann.hear('me');
  const sentAt = performance.now();
  ann.socket.send(JSON.stringify({ type: 'watch', ...teamRef }) + ' '.repeat(650_000));
  // 650 KB count as 1,300 messages, 300 more than at once: 0.6 s at 500 a second.
  await ann.hear('snapshot');
  ann.say({ type: 'ping' });
  await ann.hear('pong');
  expect(performance.now() - sentAt).toBeGreaterThan(550);
});

test('[CH41] the pages of a person wait together, and go on one after the other', () => {
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
