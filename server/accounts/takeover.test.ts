import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addPasskey,
  changePassword,
  confirmSecondFactor,
  requestReset,
  resetPassword,
  signIn,
  signInByPasskey,
  signInBySecondFactor,
  signOut,
  signOutOthers,
  startPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { createToken } from '../../contract/tokens.ts';
import { codeOf, type SoftPasskey, softPasskey } from '../../test/servers/authenticators.ts';
import { mailSettings, tokenIn } from '../../test/servers/mail-settings.ts';
import { type Mailbox, openMailbox } from '../../test/servers/mailbox.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  newcomer,
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';

const { password } = person('');
const email = 'ana@example.com';

let mailbox: Mailbox;
let dataDir: string;
let server: RunningServer;
let origin: string;
let env: Record<string, string>;
beforeEach(async () => {
  mailbox = await openMailbox();
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  env = await mailSettings(mailbox.url, 'localhost');
  origin = env.PUBLIC_URL ?? '';
});
afterEach(async () => {
  await server.stop();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

/** Before email is set up, anybody can register any address. */
const startWithoutMail = async () => {
  server = await runServer({ dataDir, env: { PORT: env.PORT ?? '' } });
};
async function setUpMail(): Promise<void> {
  await server.stop();
  server = await runServer({ dataDir, env });
}

async function addKey(visitor: Visitor): Promise<SoftPasskey> {
  const passkey = softPasskey(origin);
  const { options } = (await visitor.call(startPasskey, { body: { password } })).value;
  const added = await visitor.call(addPasskey, { body: { name: 'Mine', answer: passkey.create(options) } });
  expect(added.status, added.text).toBe(200);
  return passkey;
}
async function enterBy(passkey: SoftPasskey): Promise<number> {
  const visitor = visit(origin);
  const { options } = (await visitor.call(startPasskeySignIn, {})).value;
  return (await visitor.call(signInByPasskey, { body: { answer: passkey.get(options) } })).status;
}
async function addToken(visitor: Visitor): Promise<string> {
  const body = { name: 'Mine', scope: 'write', team: null, days: 365, password } as const;
  return (await visitor.call(createToken, { body })).value.secret;
}
const useToken = async (secret: string) =>
  (await visit(origin).send('/api/me', { headers: { authorization: `Bearer ${secret}` } })).status;
/** Signed in with the second factor, on a device that is trusted with it from now on. */
async function addApp(visitor: Visitor): Promise<string> {
  const { secret } = (await visitor.call(startSecondFactor, { body: { password } })).value;
  const confirmed = await visitor.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  expect(confirmed.status, confirmed.text).toBe(200);
  await visitor.call(signOut, {});
  await enter(visitor);
  const done = await visitor.call(signInBySecondFactor, { body: { code: codeOf(secret, 1), trust: true } });
  expect(done.status, done.text).toBe(200);
  return secret;
}
const enter = (visitor: Visitor, typed = password) =>
  visitor.call(signIn, { body: { email, password: typed } });
const nameOf = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user?.firstName;

async function mailedLink(): Promise<string> {
  await visit(origin).call(requestReset, { body: { email } });
  return tokenIn((await mailbox.next()).text, 'reset');
}
const reset = (token: string, typed: string) =>
  visit(origin).call(resetPassword, { body: { token, password: typed } });

test('[OA27] [OA29] someone who registered another person’s address loses all access when the owner resets by email', async () => {
  await startWithoutMail();
  const thief = await newcomer(origin, 'Ana');
  const [passkey, token] = [await addKey(thief), await addToken(thief)];
  await addApp(thief);
  const half = visit(origin);
  expect(problemOf(await enter(half))).toEqual([401, { code: 'multi-factor-auth-required' }]);
  expect([await enterBy(passkey), await useToken(token)]).toEqual([200, 200]);

  await setUpMail();
  const [link, unused] = [await mailedLink(), await mailedLink()];
  expect((await reset(link, 'the password of the owner')).status).toBe(200);

  expect(await nameOf(thief)).toBeUndefined();
  expect([await enterBy(passkey), await useToken(token), (await enter(thief)).status]).toEqual([
    401, 401, 401,
  ]);
  const step = await half.call(signInBySecondFactor, { body: { code: '000000', trust: false } });
  expect(problemOf(step)).toEqual([401, { code: 'sign-in-again' }]);
  expect((await reset(unused, 'a password of the thief')).status).toBe(404);
  // Not asked for the code of an app that the owner never had.
  const owner = visit(origin);
  expect((await enter(owner, 'the password of the owner')).status).toBe(200);
  expect(await nameOf(owner)).toBe('Ana');
});

test('[OA27] [OA29] a reset link from the operator revokes the same access, and keeps the second factor', async () => {
  await startWithoutMail();
  const ana = await newcomer(origin, 'Ana');
  const [passkey, token] = [await addKey(ana), await addToken(ana)];
  await addApp(ana);
  expect((await reset(await linkFor(server, email), 'another password')).status).toBe(200);
  expect([await enterBy(passkey), await useToken(token)]).toEqual([401, 401]);
  // Its device was trusted with the second factor before.
  const again = await enter(ana, 'another password');
  expect(problemOf(again)).toEqual([401, { code: 'multi-factor-auth-required' }]);
});

test('a new password also ends access tokens if the person wants that', async () => {
  await startWithoutMail();
  const ana = await newcomer(origin, 'Ana');
  const token = await addToken(ana);
  const change = (current: string, next: string, revokeTokens: boolean) =>
    ana.call(changePassword, { body: { current, next, revokeTokens } });
  await change(password, 'another password', false);
  expect(await useToken(token)).toBe(200);
  await change('another password', password, true);
  expect(await useToken(token)).toBe(401);
});

test('signing out elsewhere ends trusted devices and pending sign-ins', async () => {
  await startWithoutMail();
  const ana = await newcomer(origin, 'Ana');
  const trusted = visit(origin);
  await enter(trusted);
  const secret = await addApp(trusted);
  await trusted.call(signOut, {});
  expect((await enter(trusted)).status).toBe(200);
  const half = visit(origin);
  await enter(half);
  expect((await ana.call(signOutOthers, {})).status).toBe(200);
  expect(await nameOf(ana)).toBe('Ana');
  expect(problemOf(await enter(trusted))).toEqual([401, { code: 'multi-factor-auth-required' }]);
  const step = await half.call(signInBySecondFactor, { body: { code: codeOf(secret, -1), trust: false } });
  expect(problemOf(step)).toEqual([401, { code: 'sign-in-again' }]);
});
