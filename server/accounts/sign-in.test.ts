import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, signIn, signOut } from '../../contract/account.ts';
import { changeDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { freePort } from '../../test/servers/free-port.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  visit,
} from '../../test/servers/running-server.ts';
import { newId } from '../id.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

test('registering signs in', async () => {
  const visitor = visit(server.address);
  const body = { ...person('ana'), lastName: ' de la Cruz ', email: ' Ana@Example.com ' };
  const { status, value } = await visitor.call(register, { body });
  expect(status).toBe(200);
  expect(value).toMatchObject({
    user: { firstName: 'Ana', lastName: 'De la Cruz', email: 'ana@example.com' },
    teams: [],
  });
  expect((await visitor.call(getMe, {})).value).toEqual(value);
  expect((await visit(server.address).call(getMe, {})).value).toEqual({ user: null, teams: [] });
});

test.each([
  [{ firstName: ' ' }, 400, { code: 'invalid-person-name', field: 'firstName' }],
  [{ lastName: '' }, 400, { code: 'invalid-person-name', field: 'lastName' }],
  [{ email: 'bea@' }, 400, { code: 'email-unreadable', field: 'email' }],
  [{ password: '12345' }, 400, { code: 'password-too-short', field: 'password', details: { min: 8 } }],
  [
    { password: 'x'.repeat(257) },
    400,
    { code: 'password-too-long', field: 'password', details: { max: 256 } },
  ],
])('a registration with %j is refused at its field', async (wrong, status, problem) => {
  const visitor = visit(server.address);
  const answer = await visitor.call(register, { body: { ...person('Bea'), ...wrong } });
  expect(problemOf(answer)).toEqual([status, problem]);
  expect(visitor.cookie()).toBe('');
});

test('an address has one account, however it is written and however many requests are sent at once', async () => {
  const tries = ['cleo@example.com', 'CLEO@example.com', 'cleo@EXAMPLE.com '].map((email) =>
    visit(server.address).call(register, { body: person('Cleo', email) }),
  );
  const answers = await Promise.all(tries);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused && problemOf(refused)).toEqual([409, { code: 'email-taken', field: 'email' }]);
});

test('a wrong password and an unknown address get the same answer', async () => {
  await newcomer(server.address, 'Dora');
  const [wrong, unknown] = await Promise.all(
    ['dora@example.com', 'nobody@example.com'].map((email) =>
      visit(server.address).call(signIn, { body: { email, password: 'a guess' } }),
    ),
  );
  expect(wrong?.status).toBe(401);
  expect(wrong?.text).toBe(unknown?.text);
  expect(wrong?.text).toBe(
    '{"problem":{"code":"credentials-wrong"},"message":"The email or password is incorrect."}',
  );
});

test('the cookie is not available to scripts or other sites', async () => {
  const emil = person('Emil');
  const { headers } = await visit(server.address).call(register, { body: emil });
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(cookie).not.toMatch(/Secure/);
  const { email, password } = emil;
  const later = await visit(server.address).call(signIn, { body: { email, password } });
  const withoutValue = (line = '') => line.replace(/=[^;]*/, '');
  expect(later.headers.getSetCookie().map(withoutValue)).toContain(withoutValue(cookie));
});

test('with an https PUBLIC_URL the cookie is Secure, whatever headers a request has', async () => {
  const port = await freePort();
  const publicly = await runServer({
    env: { PUBLIC_URL: 'https://lineup.example.com', PORT: String(port) },
  });
  expect(publicly.address).toBe('https://lineup.example.com');
  const cookieFrom = async (address: string) => {
    const { headers } = await visit(address).send('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify(person('Finn')),
    });
    return headers.getSetCookie()[0];
  };
  expect(await cookieFrom(`http://127.0.0.1:${port}`)).toMatch(/; Secure$/);
  const { headers } = await visit(`http://127.0.0.1:${port}`).send('/');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(await cookieFrom(server.address)).not.toMatch(/Secure/);
  await publicly.stop();
});

test('signing out ends the session on the server, even for a copied cookie', async () => {
  const visitor = await newcomer(server.address, 'Gil');
  const stolen = visitor.cookie();
  const { value } = await visitor.call(signOut, {});
  expect(value).toEqual({ user: null, teams: [] });
  expect(visitor.cookie()).not.toContain('session');
  const thief = await visit(server.address).send('/api/me', { headers: { cookie: stolen } });
  expect(thief.value).toEqual({ user: null, teams: [] });
});

test('signing out ends the live connections of that session, and of no other', async () => {
  const visitor = await newcomer(server.address, 'Hana');
  const team = await newTeam(visitor);
  const elsewhere = visit(server.address);
  await elsewhere.call(signIn, { body: { email: 'hana@example.com', password: person('').password } });
  const [here, there] = await Promise.all([visitor.live(), elsewhere.live()]);
  await Promise.all([greet(here), greet(there)]);
  const watch = JSON.stringify({ type: 'watch', team, document: team });
  const watched = [heard(here, 'snapshot'), heard(there, 'snapshot')];
  here.send(watch);
  there.send(watch);
  await Promise.all(watched);

  const [told, gone] = [heard(here, 'me'), heard(here, 'gone')];
  await visitor.call(signOut, {});
  expect(await Promise.all([told, gone])).toEqual([
    { type: 'me', user: null, teams: [] },
    { type: 'gone', team, document: team, why: 'signed-out' },
  ]);

  const hereAfter: unknown[] = [];
  here.on('message', (data) => hereAfter.push(String(data)));
  const changed = heard(there, 'changed');
  await elsewhere.call(changeDocument, {
    params: { team, document: team },
    body: { id: newId(), change: { type: 'team.rename', name: 'Store 13' } },
  });
  await changed;
  expect(hereAfter).toEqual([]);
  here.close();
  there.close();
});

test('signing in on a browser ends the session that was there', async () => {
  const visitor = await newcomer(server.address, 'Iris');
  const before = visitor.cookie();
  await newcomer(server.address, 'Jon');
  const { value } = await visitor.call(signIn, {
    body: { email: 'jon@example.com', password: person('').password },
  });
  expect(value.user?.firstName).toBe('Jon');
  expect((await visitor.call(getMe, {})).value.user?.firstName).toBe('Jon');
  const old = await visit(server.address).send('/api/me', { headers: { cookie: before } });
  expect(old.value).toEqual({ user: null, teams: [] });
});

test('guessing a password is slowed down, and no answer reveals whether the account exists', async () => {
  await newcomer(server.address, 'Kim');
  const guess = (email: string) => visit(server.address).call(signIn, { body: { email, password: 'guess' } });
  for (const email of ['kim@example.com', 'no-kim@example.com']) {
    const statuses = [];
    for (let each = 0; each < 11; each++) statuses.push((await guess(email)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  }
});
