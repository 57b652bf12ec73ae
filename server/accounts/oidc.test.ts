import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getSecurity, getSignInOptions, startOidcSignIn } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { eventually } from '../../test/eventually.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { openSilence } from '../../test/servers/mailbox.ts';
import { type OidcServer, runOidcServer } from '../../test/servers/oidc-server.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import {
  newcomer,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { securityLog, signOut } from '../operate/commands/accounts.ts';

const people = [
  { sub: 'pia', email: 'Pia@Example.com', email_verified: true, given_name: 'pia', family_name: 'prov' },
  { sub: 'quin', email: 'quin@example.com', email_verified: true, name: 'Quin van der Berg' },
  { sub: 'rosa', email: 'rosa@example.com', email_verified: true },
  { sub: 'sam', email: 'sam@example.com', email_verified: false, name: 'Sam Other' },
  { sub: 'nomail', name: 'No Mail' },
  {
    sub: 'long',
    email: 'long@example.com',
    email_verified: true,
    given_name: 'x'.repeat(300),
    family_name: 'Long',
  },
];

let oidc: OidcServer;
let server: RunningServer;
beforeAll(async () => {
  oidc = await runOidcServer(people);
  server = await runServer({ env: oidc.env });
});
afterAll(async () => {
  await server.stop();
  await oidc.stop();
});

async function begin(visitor: Visitor): Promise<string> {
  const { status, text, value } = await visitor.call(startOidcSignIn, {});
  expect(status, text).toBe(200);
  return value.address;
}

/** Resolves to where the browser ends. */
async function come(visitor: Visitor, back: URL): Promise<string | null> {
  expect(back.origin).toBe(server.address);
  const { headers } = await visitor.send(back.pathname + back.search, { redirect: 'manual' });
  return headers.get('location');
}

const signInAs = async (visitor: Visitor, sub: string) =>
  come(visitor, await oidc.signIn(await begin(visitor), sub));

const whoIs = async (visitor: Visitor) => (await visitor.call(getMe, {})).value;

test('[SI8] signing in through the provider creates an account without teams', async () => {
  const visitor = visit(server.address);
  expect((await visitor.call(getSignInOptions, {})).value.provider).toBe('Example Staff');
  expect(await signInAs(visitor, 'pia')).toBe('/signed-in');
  const first = await whoIs(visitor);
  expect(first).toMatchObject({
    user: { firstName: 'Pia', lastName: 'Prov', email: 'pia@example.com' },
    teams: [],
  });
  const again = visit(server.address);
  await signInAs(again, 'pia');
  expect(await whoIs(again)).toEqual(first);
  const { value } = await again.call(getSecurity, {});
  expect(value).toMatchObject({ hasPassword: false, providers: ['Example Staff'] });
});

test.each([
  ['quin', 'Quin van der', 'Berg'],
  ['rosa', 'Rosa', 'Rosa'],
  ['long', `X${'x'.repeat(99)}`, 'Long'],
])('names come from the provider’s claims: %s', async (sub, firstName, lastName) => {
  const visitor = visit(server.address);
  expect(await signInAs(visitor, sub)).toBe('/signed-in');
  expect((await whoIs(visitor)).user).toMatchObject({ firstName, lastName });
});

test('a sign-in through the provider does not survive a sign-out everywhere', async () => {
  await signInAs(visit(server.address), 'quin');
  oidc.beforeTokens(() => runCommand(signOut, ['quin@example.com'], server.dataDir));
  const visitor = visit(server.address);
  expect(await signInAs(visitor, 'quin')).toBe('/signed-in?problem=provider-failed');
  expect((await whoIs(visitor)).user).toBeNull();
  oidc.beforeTokens(async () => {});
  expect(await signInAs(visitor, 'quin')).toBe('/signed-in');
});

test('an answer to another request leaves the one that waits', async () => {
  const visitor = visit(server.address);
  const back = await oidc.signIn(await begin(visitor), 'rosa');
  const other = new URL('/api/auth/callback/oidc?code=x&state=y', server.address);
  expect(await come(visitor, other)).toBe('/signed-in?problem=provider-failed');
  expect(await come(visitor, back)).toBe('/signed-in');
  let asked = 0;
  oidc.beforeTokens(async () => {
    asked += 1;
  });
  expect(await come(visitor, back)).toBe('/signed-in?problem=provider-failed');
  expect(asked).toBe(0);
  oidc.beforeTokens(async () => {});
});

test('[SI9] an account with the same address is linked if the provider verified the address', async () => {
  const other = await runServer({ env: oidc.env });
  const before = await whoIs(await newcomer(other.address, 'Pia'));
  const visitor = visit(other.address);
  const back = await oidc.signIn((await visitor.call(startOidcSignIn, {})).value.address, 'pia');
  await visitor.send(back.pathname + back.search, { redirect: 'manual' });
  expect(await whoIs(visitor)).toEqual(before);
  await other.stop();
});

test('[SI9] [SI40] and is not when it has not', async () => {
  await newcomer(server.address, 'Sam');
  const visitor = visit(server.address);
  expect(await signInAs(visitor, 'sam')).toBe('/signed-in?problem=provider-unverified');
  expect((await whoIs(visitor)).user).toBeNull();
});

test.each(['deny', 'nomail'])('it ends with a problem: %s', async (sub) => {
  const visitor = visit(server.address);
  expect(await signInAs(visitor, sub)).toBe('/signed-in?problem=provider-failed');
  expect((await whoIs(visitor)).user).toBeNull();
});

test('a failed sign-in through the provider is in the operator’s log', async () => {
  const nonsense = new URL('/api/auth/callback/oidc?code=x&state=y', server.address);
  expect(await come(visit(server.address), nonsense)).toBe('/signed-in?problem=provider-failed');
  await eventually(async () => {
    const { stdout } = await runCommand(securityLog, ['--json'], server.dataDir);
    expect(stdout).toMatch(/"type":"sign-in-unknown".*"method":"provider"/);
  });
});

test('a passkey answer works once, for the browser that requested it', async () => {
  const [visitor, thief] = [visit(server.address), visit(server.address)];
  const back = await oidc.signIn(await begin(visitor), 'pia');
  expect(await come(thief, back)).toBe('/signed-in?problem=provider-failed');
  expect(await come(visitor, back)).toBe('/signed-in');
  expect(await come(visitor, back)).toBe('/signed-in?problem=provider-failed');
  const nonsense = new URL('/api/auth/callback/oidc?code=x&state=y', server.address);
  expect(await come(visit(server.address), nonsense)).toBe('/signed-in?problem=provider-failed');
});

test('signing in through the provider ends the browser’s earlier session', async () => {
  const visitor = await newcomer(server.address, 'Tess');
  const before = visitor.cookie();
  await signInAs(visitor, 'pia');
  expect((await whoIs(visitor)).user?.firstName).toBe('Pia');
  const old = await visit(server.address).send('/api/me', { headers: { cookie: before } });
  expect(old.value).toEqual({ user: null, teams: [] });
});

test('an address under /api/auth that the contract lacks is not served', async () => {
  const visitor = await newcomer(server.address, 'Uma');
  for (const path of ['/api/auth/get-session', '/api/auth/callback/google', '/api/auth/ok']) {
    expect((await visitor.send(path)).status).toBe(404);
  }
  const { status } = await visitor.send('/api/auth/sign-up/email', { method: 'POST' });
  expect(status).toBe(404);
});

test('without a provider nobody can sign in through one', async () => {
  const plain = await runServer();
  const visitor = visit(plain.address);
  expect((await visitor.call(getSignInOptions, {})).value.provider).toBeNull();
  expect(problemOf(await visitor.call(startOidcSignIn, {}))).toEqual([404, { code: 'provider-unavailable' }]);
  await plain.stop();
});

test('signing in through the provider starts only at PUBLIC_URL', async () => {
  const port = await freePort();
  const publicly = await runServer({
    env: { ...oidc.env, PUBLIC_URL: `http://lineup.example.com:${port}`, PORT: String(port) },
  });
  const here = visit(`http://127.0.0.1:${port}`);
  expect(problemOf(await here.call(startOidcSignIn, {}))).toEqual([
    403,
    { code: 'unauthorized-domain', details: { address: `http://lineup.example.com:${port}` } },
  ]);
  await publicly.stop();
});

test('the provider’s discovery document is fetched for the first of several sign-ins only', async () => {
  await signInAs(visit(server.address), 'pia');
  const before = oidc.discoveries();
  await Promise.all([signInAs(visit(server.address), 'pia'), signInAs(visit(server.address), 'quin')]);
  expect(oidc.discoveries()).toBe(before);
});

test('a page of the provider that has moved is found ten minutes later, though nothing failed here', async () => {
  let ahead = 0;
  const other = await runServer({ env: oidc.env, now: () => Date.now() + ahead });
  const visitor = visit(other.address);
  await visitor.call(startOidcSignIn, {});
  const before = oidc.discoveries();
  ahead = 11 * 60_000;
  await visitor.call(startOidcSignIn, {});
  expect(oidc.discoveries()).toBe(before + 1);
  await other.stop();
});

test('answers of the provider that nobody asked for are counted by network address', async () => {
  const other = await runServer({ env: oidc.env, now: () => 1_764_000_000_000 });
  const answer = () => visit(other.address).send('/api/auth/callback/oidc', { redirect: 'manual' });
  for (let each = 0; each < 120; each++) expect((await answer()).status).toBe(302);
  expect((await answer()).status).toBe(429);
  await other.stop();
});

test('a person who waits for a provider that hangs is told so after five seconds', async () => {
  const silence = await openSilence();
  const env = { ...oidc.env, OIDC_ISSUER: `http://127.0.0.1:${silence.port}` };
  const other = await runServer({ env });
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  // five seconds are over at once, and longer ones never are
  timeouts.mockImplementation((time) => (time > 5_000 ? new AbortController().signal : AbortSignal.abort()));
  expect((await visit(other.address).call(startOidcSignIn, {})).status).toBe(503);
  timeouts.mockRestore();
  await other.stop();
  silence.close();
});

test('a provider that comes back is used at once', async () => {
  const provider = await runOidcServer(people);
  const other = await runServer({ env: provider.env });
  const port = Number(new URL(provider.env.OIDC_ISSUER).port);
  await provider.stop();
  const visitor = visit(other.address);
  expect((await visitor.call(startOidcSignIn, {})).status).toBe(503);
  const again = await runOidcServer(people, port);
  expect((await visitor.call(startOidcSignIn, {})).status).toBe(200);
  await other.stop();
  await again.stop();
});

test('a provider that is down is reported at once, and does not stop the server from starting', async () => {
  const gone = await runOidcServer([]);
  await gone.stop();
  const alone = await runServer({ env: gone.env });
  expect(problemOf(await visit(alone.address).call(startOidcSignIn, {}))).toEqual([
    503,
    { code: 'provider-failed', details: { provider: 'Example Staff' } },
  ]);
  await alone.stop();
});
