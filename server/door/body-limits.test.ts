import { once } from 'node:events';
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, signIn } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { createTeam } from '../../contract/teams.ts';
import {
  newcomer,
  person,
  problemOf,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';

let server: RunningServer;
let visitor: Visitor;
beforeAll(async () => {
  // The clock stands still, so that rate limits do not depend on the speed of the machine.
  const now = Date.now();
  server = await runServer({ now: () => now });
  visitor = await newcomer(server.address, 'Ana');
});
afterAll(() => server.stop());

const json = (body: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});
const tooLarge = [413, { code: 'request-too-large' }];

test('[AP8] a body of more than 16 KB is refused where nobody is signed in', async () => {
  const stranger = visit(server.address);
  const email = `${'a'.repeat(17_000)}@example.com`;
  for (const [endpoint, body] of [
    [signIn, { email, password: 'x' }],
    [register, { ...person('Bo'), firstName: 'o'.repeat(17_000) }],
  ] as const) {
    expect(problemOf(await stranger.call(endpoint, { body }))).toEqual(tooLarge);
  }
});

test('[AP8] a body of more than 128 KB is refused from a person who is signed in', async () => {
  const name = 'x'.repeat(130_000);
  expect(problemOf(await visitor.call(createTeam, { body: { ...teamForm, name } }))).toEqual(tooLarge);
  // Long enough for a sentence about the field.
  const shorter = await visitor.call(createTeam, { body: { ...teamForm, name: name.slice(0, 20_000) } });
  expect(problemOf(shorter)).toMatchObject([400, { field: 'name' }]);
});

test('a change of a document may have up to 1 MB', async () => {
  const path = '/api/teams/none/documents/none/changes';
  const body = (length: number) => JSON.stringify({ id: 'a', change: 'x'.repeat(length) });
  expect((await visitor.send(path, json(body(900_000)))).status).toBe(404);
});

test('the body of a caller who may not use the endpoint is not read', async () => {
  const stranger = visit(server.address);
  for (const body of ['{', JSON.stringify({ name: 'x'.repeat(2_000_000) })]) {
    const { status, value } = await stranger.send('/api/teams', json(body));
    expect(problemOf({ status, value })).toEqual([401, { code: 'signed-out' }]);
  }
});

test('[AP11] a person who reads much faster than pages do has to wait', async () => {
  const busy = await newcomer(server.address, 'Bo');
  const statuses = new Set<number>();
  for (let each = 0; each < 13; each++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => busy.send('/api/schedule/providers')));
    for (const { status } of answers) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await visitor.call(getMe, {})).status).toBe(200);
});

test('a person who changes their account much faster than people do has to wait', async () => {
  const busy = await newcomer(server.address, 'Cy');
  const path = '/api/account/names';
  const calls = Array.from({ length: 130 }, async () => (await busy.send(path, json('{}'))).status);
  const statuses = await Promise.all(calls);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(statuses.filter((status) => status === 400)).toHaveLength(120);
});

test('an address that guesses invite links has to wait', async () => {
  const stranger = visit(server.address);
  const guess = (each: number) => stranger.send(`/api/invitations/guess-${each}`);
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async (_, each) => (await guess(each)).status),
  );
  expect(statuses.filter((status) => status === 404)).toHaveLength(120);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});

test.each([
  ['with its length', { 'content-length': 110_000 }],
  ['without its length', { 'transfer-encoding': 'chunked' }],
])(
  'two large bodies of a person are read at a time, %s, and small requests don’t wait',
  async (_, length) => {
    const slow = await Promise.all([beginLarge(length), beginLarge(length)]);
    // Once a later request is answered, they are known to be hers.
    await visitor.send('/api/teams', json('{}'));
    let isAnswered = false;
    const third = visitor
      .send('/api/teams', json(JSON.stringify({ name: 'x'.repeat(110_000) })))
      .finally(() => {
        isAnswered = true;
      });
    for (let each = 0; each < 5; each++) {
      expect((await visitor.send('/api/teams', json('{}'))).status).toBe(400);
    }
    expect(isAnswered).toBe(false);
    // Those that are gone when it is their turn hold up nobody.
    const gone = [startLarge(length), startLarge(length)];
    await visitor.send('/api/teams', json('{}'));
    for (const each of gone) each.destroy();
    await visitor.send('/api/teams', json('{}'));
    for (const each of slow) each.destroy();
    expect((await third).status).toBe(400);
  },
);

/** A request whose body never ends, once the server has begun to read it. */
async function beginLarge(length: OutgoingHttpHeaders): Promise<ClientRequest> {
  const begun = startLarge(length);
  await once(begun, 'continue');
  begun.write('{');
  return begun;
}

function startLarge(length: OutgoingHttpHeaders): ClientRequest {
  const headers = {
    cookie: visitor.cookie(),
    'content-type': 'application/json',
    ...length,
    expect: '100-continue',
  };
  const begun = request(`${server.address}/api/teams`, { method: 'POST', headers });
  begun.on('error', () => {});
  begun.flushHeaders();
  return begun;
}
