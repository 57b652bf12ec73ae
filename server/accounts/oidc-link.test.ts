import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPasskey,
  changePassword,
  confirmSecondFactor,
  getSecurity,
  signIn,
  signInByPasskey,
  startOidcSignIn,
  startPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { createToken } from '../../contract/tokens.ts';
import { codeOf, softPasskey } from '../../test/servers/authenticators.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { type OidcServer, runOidcServer } from '../../test/servers/oidc-server.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';

let oidc: OidcServer;
let server: RunningServer;
/** The same server, by the name that browsers have passkeys for. */
let origin: string;
/** How far the server's clock is ahead of the library's, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  oidc = await runOidcServer([
    { sub: 'pia', email: 'pia@example.com', email_verified: true, name: 'Pia Prov' },
    { sub: 'ron', email: 'ron@example.com', email_verified: true, name: 'Ron Prov' },
  ]);
  const PORT = String(await freePort());
  server = await runServer({ env: { ...oidc.env, PORT }, now: () => Date.now() + ahead });
  origin = `http://localhost:${PORT}`;
});
afterAll(async () => {
  await server.stop();
  await oidc.stop();
});

const { password } = person('');

/** Someone who comes through the provider; resolves to their browser. */
async function arrive(sub: string, visitor: Visitor = visit(origin)): Promise<Visitor> {
  const { value } = await visitor.call(startOidcSignIn, {});
  const back = await oidc.signIn(value.address, sub);
  const { headers } = await visitor.send(back.pathname + back.search, { redirect: 'manual' });
  expect(headers.get('location')).toBe('/signed-in');
  return visitor;
}

const whoIs = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user;

test('linking the provider revokes all earlier access to the account', async () => {
  const squatter = await newcomer(origin, 'Pia');
  const team = await newTeam(squatter);
  const token = await squatter.call(createToken, {
    body: { name: 'Script', scope: 'write', team: null, days: 30, password },
  });
  const passkey = softPasskey(origin);
  const begun = (await squatter.call(startPasskey, { body: { password } })).value;
  const added = await squatter.call(addPasskey, {
    body: { name: 'Phone', answer: passkey.create(begun.options) },
  });
  expect(added.status, added.text).toBe(200);
  const app = (await squatter.call(startSecondFactor, { body: { password } })).value;
  await squatter.call(confirmSecondFactor, { body: { code: codeOf(app.secret) } });
  const halfIn = visit(origin);
  await halfIn.call(signIn, { body: { email: 'pia@example.com', password } });
  const page = await squatter.live();
  await greet(page);
  const signedOut = heard(page, 'me');

  const owner = await arrive('pia');

  expect(await whoIs(squatter)).toBeNull();
  expect(await signedOut).toMatchObject({ user: null });
  page.close();
  const byToken = { authorization: `Bearer ${token.value.secret}` };
  expect((await visit(origin).send(`/api/teams/${team}/members`, { headers: byToken })).status).toBe(401);
  const wrong = await visit(origin).call(signIn, { body: { email: 'pia@example.com', password } });
  expect([wrong.status, wrong.value]).toMatchObject([401, { problem: { code: 'credentials-wrong' } }]);
  const { options } = (await halfIn.call(startPasskeySignIn, {})).value;
  const byPasskey = await halfIn.call(signInByPasskey, { body: { answer: passkey.get(options) } });
  expect(byPasskey.status).toBe(401);

  expect((await owner.call(getMe, {})).value.teams).toMatchObject([{ id: team, role: 'manager' }]);
  expect((await owner.call(getSecurity, {})).value).toMatchObject({
    hasPassword: false,
    hasSecondFactor: false,
    passkeys: [],
    providers: ['Example Staff'],
    sessions: [{ isCurrent: true }],
  });
});

test('signing in through the provider again revokes nothing', async () => {
  const [one, two] = [await arrive('pia'), await arrive('pia')];
  expect(await whoIs(one)).toEqual(await whoIs(two));
  expect(await whoIs(one)).not.toBeNull();
});

test('a person without a password can set one soon after signing in, and later has to sign in again', async () => {
  const owner = await arrive('ron');
  ahead = 601_000;
  const body = { current: '', next: 'a password of my own', revokeTokens: true };
  const late = await owner.call(changePassword, { body });
  expect([late.status, late.value]).toMatchObject([401, { problem: { code: 'sign-in-again' } }]);
  ahead = 0;
  expect((await owner.call(changePassword, { body })).status).toBe(200);
  expect((await owner.call(getSecurity, {})).value.hasPassword).toBe(true);
  const byPassword = visit(origin);
  const entered = await byPassword.call(signIn, { body: { email: 'ron@example.com', password: body.next } });
  expect(entered.status, entered.text).toBe(200);
  await arrive('ron');
  expect(await whoIs(byPassword)).not.toBeNull();
});
