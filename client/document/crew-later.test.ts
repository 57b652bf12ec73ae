import { expect, it } from 'vitest';
import { openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

it('[CH41] the crew is neither asked for nor shown before the page has what changes it, which is tried again', async () => {
  const { time, open, server } = await openReliableNetwork({ ann: 'manager' });
  const crew = { kind: 'crew', people: [], merged: [], questions: [] } as const;
  await server.documents.issue({ team, document: 'crew' }, { type: 'crew.create', crew });
  let isUp = false;
  let isThere = false;
  async function load() {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module');
    isThere = true;
  }
  const { client, sent } = open('ann', { loadCrew: () => (isThere ? null : load()) });
  await time.pass(1_000);
  const opened = client.open('crew', team, 'crew');
  opened.subscribe(() => {});
  const monday = client.open('layout', team, 'monday');
  monday.subscribe(() => {});
  await time.pass(10_000);
  expect(monday.get().state, 'which needs nothing').toBe('ready');
  expect(opened.get().state).toBe('loading');
  expect(sent.filter((message) => 'document' in message && message.document === 'crew')).toEqual([]);
  isUp = true;
  await time.pass(4_000);
  expect(opened.get()).toMatchObject({ state: 'ready', version: 2 });
  await server.documents.issue({ team, document: 'crew' }, { type: 'crew.seen', people: [], asked: [] });
  await time.pass(1_000);
  expect(opened.get()).toMatchObject({ state: 'ready', version: 3 });
});
