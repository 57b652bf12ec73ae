import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPasskey,
  confirmSecondFactor,
  getSecurity,
  getSignInOptions,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { getOwnSecurityLog } from '../../contract/security-log.ts';
import { eventually } from '../../test/eventually.ts';
import { codeOf, type SoftPasskey, softPasskey } from '../../test/servers/authenticators.ts';
import { freePort } from '../../test/servers/free-port.ts';
import {
  newcomer,
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';

let server: RunningServer;
/** The same server, by the name that browsers have passkeys for. */
let origin: string;
beforeAll(async () => {
  const PORT = String(await freePort());
  server = await runServer({ env: { PORT } });
  origin = `http://localhost:${PORT}`;
});
afterAll(() => server.stop());

const { password } = person('');
const failed = [401, { code: 'passkey-failed' }];

async function add(visitor: Visitor, passkey: SoftPasskey, { name = 'My phone', verified = true } = {}) {
  const { status, text, value } = await visitor.call(startPasskey, { body: { password } });
  expect(status, text).toBe(200);
  return visitor.call(addPasskey, { body: { name, answer: passkey.create(value.options, verified) } });
}

async function signInWith(passkey: SoftPasskey, { visitor = visit(origin), verified = true } = {}) {
  const { value } = await visitor.call(startPasskeySignIn, {});
  return visitor.call(signInByPasskey, { body: { answer: passkey.get(value.options, verified) } });
}

const logOf = async (visitor: Visitor) =>
  (await visitor.call(getOwnSecurityLog, { query: {} })).value.entries.map(({ type }) => type);

test('[SI6] a passkey signs in without the authenticator app', async () => {
  const owner = await newcomer(origin, 'Ana');
  const passkey = softPasskey(origin);
  expect((await add(owner, passkey, { name: ' My phone ' })).status).toBe(200);
  const { value } = await owner.call(startSecondFactor, { body: { password } });
  await owner.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });

  const visitor = visit(origin);
  const entered = await signInWith(passkey, { visitor });
  expect(entered.status, entered.text).toBe(200);
  expect(entered.value.user?.firstName).toBe('Ana');
  expect((await visitor.call(getMe, {})).value.user?.firstName).toBe('Ana');
  const security = (await visitor.call(getSecurity, {})).value;
  expect(security.passkeys).toMatchObject([{ name: 'My phone' }]);
});

test('a removed passkey does not sign in, and only its owner can remove it', async () => {
  const [owner, other] = [await newcomer(origin, 'Bea'), await newcomer(origin, 'Cleo')];
  const passkey = softPasskey(origin);
  await add(owner, passkey);
  const [kept] = (await owner.call(getSecurity, {})).value.passkeys;
  const call = { params: { passkey: kept?.id ?? '' } };
  expect((await other.call(removePasskey, call)).status).toBe(200);
  expect((await signInWith(passkey)).status).toBe(200);
  expect(await logOf(other)).toEqual(['signed-in']);
  expect((await owner.call(removePasskey, call)).status).toBe(200);
  expect(problemOf(await signInWith(passkey))).toEqual(failed);
});

test('a passkey without user verification is refused when adding it and when signing in', async () => {
  const owner = await newcomer(origin, 'Dora');
  const passkey = softPasskey(origin);
  expect(problemOf(await add(owner, passkey, { verified: false }))).toEqual(failed);
  expect((await owner.call(getSecurity, {})).value.passkeys).toEqual([]);
  await add(owner, passkey);
  expect(problemOf(await signInWith(passkey, { verified: false }))).toEqual(failed);
  await eventually(async () => expect(await logOf(owner)).toContain('sign-in-failed'));
});

test.skipIf(isOnPostgres)('a passkey is not added once its person was signed out everywhere', async () => {
  const owner = await newcomer(origin, 'Oda');
  const { value } = await owner.call(startPasskey, { body: { password } });
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  database.exec('begin immediate');
  const answer = softPasskey(origin).create(value.options);
  const adding = owner.call(addPasskey, { body: { name: 'My phone', answer } });
  // By then the server knows who asks, and waits for the database.
  for (let each = 0; each < 3; each++) await owner.call(getMe, {});
  database.exec(
    `delete from session where "userId" in (select id from "user" where email = 'oda@example.com')`,
  );
  database.exec('commit');
  database.close();
  expect(problemOf(await adding)).toEqual([401, { code: 'sign-in-again' }]);
});

test('a copy of a security key that counts its answers is noticed', async () => {
  const owner = await newcomer(origin, 'Dina');
  const passkey = softPasskey(origin);
  await add(owner, passkey);
  const answer = async (count: number) => {
    const visitor = visit(origin);
    const { value } = await visitor.call(startPasskeySignIn, {});
    return visitor.call(signInByPasskey, { body: { answer: passkey.get(value.options, true, count) } });
  };
  expect((await answer(5)).status).toBe(200);
  expect(problemOf(await answer(3))).toEqual(failed);
  expect((await answer(6)).status).toBe(200);
});

test('a passkey answer for another page or another challenge is refused', async () => {
  const owner = await newcomer(origin, 'Emil');
  const passkey = softPasskey(origin);
  expect(problemOf(await add(owner, softPasskey('https://evil.example')))).toEqual(failed);
  await add(owner, passkey);
  const [first, second] = [visit(origin), visit(origin)];
  const asked = (await first.call(startPasskeySignIn, {})).value;
  await second.call(startPasskeySignIn, {});
  const body = { answer: passkey.get(asked.options) };
  expect(problemOf(await second.call(signInByPasskey, { body }))).toEqual(failed);
  expect((await first.call(signInByPasskey, { body })).status).toBe(200);
  expect(problemOf(await first.call(signInByPasskey, { body }))).toEqual(failed);
  expect(problemOf(await visit(origin).call(signInByPasskey, { body: { answer: {} } }))).toEqual(failed);
});

test('adding a passkey needs the password and a name', async () => {
  const owner = await newcomer(origin, 'Finn');
  const wrong = await owner.call(startPasskey, { body: { password: 'a guess' } });
  expect(problemOf(wrong)[1]).toEqual({ code: 'password-wrong', field: 'password' });
  expect(problemOf(await add(owner, softPasskey(origin), { name: ' ' }))).toEqual([
    400,
    { code: 'name-missing', field: 'name' },
  ]);
});

test('a passkey can be added once, so that nobody takes the name of another’s', async () => {
  const [owner, other] = [await newcomer(origin, 'Hana'), await newcomer(origin, 'Ian')];
  const passkey = softPasskey(origin);
  await add(owner, passkey);
  expect(problemOf(await add(other, passkey))).toEqual(failed);
  expect((await signInWith(passkey)).value.user?.firstName).toBe('Hana');
});

test('passkeys are not offered at an IP address', async () => {
  const owner = await newcomer(server.address, 'Gil');
  const unavailable = [400, { code: 'passkey-unavailable' }];
  expect((await owner.call(getSignInOptions, {})).value.passkeys).toBe(false);
  expect((await visit(origin).call(getSignInOptions, {})).value.passkeys).toBe(true);
  expect(problemOf(await owner.call(startPasskey, { body: { password } }))).toEqual(unavailable);
  expect(problemOf(await owner.call(startPasskeySignIn, {}))).toEqual(unavailable);
});
