import { expect, test } from 'vitest';
import { fastClock, openClient, when } from '../../test/servers/live-client.ts';
import { startLiveServer } from '../../test/servers/live-server.ts';
import { openSlowLine } from '../../test/servers/slow-line.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

/** Everything takes a 5th of its time: the client's patience is then still seconds, which a busy machine may need. */
const scale = 5;

test('a document of 40 KB loads over a line of 1 KB a second, on the first connection', async () => {
  const server = await startLiveServer();
  await server.join('ann', 'manager');
  const ref = { team: teamRef.team, document: 'week' };
  const notes = [{ insert: `${'é—notes '.repeat(4_000)}\n` }];
  const template = {
    kind: 'template',
    name: 'Week',
    area: 'Front',
    rotations: [],
    type: 'fixed',
    notes,
  } as const;
  await server.documents.issue(ref, { type: 'template.create', template });
  const line = await openSlowLine(Number(new URL(server.addressOf('ann')).port), {
    bytes: 1_000,
    every: 1_000 / scale,
  });
  const client = openClient(() => `ws://127.0.0.1:${line.port}/ann`, { clock: fastClock(scale) });
  const week = client.open('template', ref.team, ref.document);
  const leave = week.subscribe(() => {});
  expect(await when(week, ({ state }) => state !== 'loading')).toMatchObject({
    state: 'ready',
    body: { notes },
  });
  expect(line.connections).toBe(1);
  leave();
  client.close();
  line.close();
  await server.stop();
});
