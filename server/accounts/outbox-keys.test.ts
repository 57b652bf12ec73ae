import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMe, getOutboxKeys } from '../../contract/me.ts';
import { newcomer, type RunningServer, runServer, visit } from '../../test/servers/running-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

test('each person gets the same keys of their own each time, and nobody else does', async () => {
  const [ann, ben] = [await newcomer(server.address, 'Ann'), await newcomer(server.address, 'Ben')];
  const keys = async (person: typeof ann) => (await person.call(getOutboxKeys, { query: {} })).value.keys;
  const hers = await keys(ann);
  expect(hers).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await keys(ann)).toEqual(hers);
  expect(await keys(ben)).not.toEqual(hers);
  expect((await visit(server.address).call(getOutboxKeys, { query: {} })).status).toBe(401);
});

test('a page of a person who is not the one signed in gets no keys', async () => {
  const ann = await newcomer(server.address, 'Cleo');
  const { id } = (await ann.call(getMe, {})).value.user ?? {};
  expect((await ann.call(getOutboxKeys, { query: { user: id } })).status).toBe(200);
  expect((await ann.call(getOutboxKeys, { query: { user: 'someone-else' } })).status).toBe(401);
});
