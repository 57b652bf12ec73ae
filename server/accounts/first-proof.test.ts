import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addPasskey,
  changeEmail,
  changePassword,
  confirmEmail,
  confirmSecondFactor,
  getSecurity,
  register,
  requestReset,
  resetPassword,
  signIn,
  signInByPasskey,
  startOidcSignIn,
  startPasskey,
  startPasskeySignIn,
  startSecondFactor,
  verifyEmail,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { createInvitation, getInvitation } from '../../contract/teams.ts';
import { createToken } from '../../contract/tokens.ts';
import { codeOf, type SoftPasskey, softPasskey } from '../../test/servers/authenticators.ts';
import { mailSettings, tokenIn } from '../../test/servers/mail-settings.ts';
import { type Mailbox, openMailbox } from '../../test/servers/mailbox.ts';
import { type OidcServer, runOidcServer } from '../../test/servers/oidc-server.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';

const { password } = person('');
const email = 'ana@example.com';

let oidc: OidcServer;
let mailbox: Mailbox;
let dataDir: string;
let server: RunningServer;
let origin: string;
let mailEnv: Record<string, string>;
beforeAll(async () => {
  oidc = await runOidcServer([
    { sub: 'stranger', email: 'stranger@example.com', email_verified: true, name: 'Sly Stranger' },
    { sub: 'unproved', email, email_verified: false, name: 'Sly Stranger' },
    { sub: 'silent', email: 'silent@example.com', name: 'Sid Silent' },
    { sub: 'ana', email, email_verified: true, name: 'Ana Owner' },
  ]);
});
afterAll(() => oidc.stop());
beforeEach(async () => {
  mailbox = await openMailbox();
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  mailEnv = await mailSettings(mailbox.url, 'localhost');
  origin = mailEnv.PUBLIC_URL ?? '';
  // Before email is set up, anybody can give any address.
  server = await runServer({ dataDir, env: { ...oidc.env, PORT: mailEnv.PORT ?? '' } });
});
afterEach(async () => {
  await server.stop();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

async function setUpMail(): Promise<void> {
  await server.stop();
  server = await runServer({ dataDir, env: { ...oidc.env, ...mailEnv } });
}

/** Where the browser ends after signing in at the provider. */
async function arrive(sub: string, visitor = visit(origin)): Promise<string | null> {
  const { value } = await visitor.call(startOidcSignIn, {});
  const back = await oidc.signIn(value.address, sub);
  const { headers } = await visitor.send(back.pathname + back.search, { redirect: 'manual' });
  return headers.get('location');
}

const whoIs = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user?.email;
const whoComesAs = async (sub: string) => {
  const visitor = visit(origin);
  await arrive(sub, visitor);
  return whoIs(visitor);
};

const enter = async (typed: string, visitor = visit(origin)) =>
  (await visitor.call(signIn, { body: { email, password: typed } })).status;

/** Everything that lets somebody in again without the password. */
async function settleIn(visitor: Visitor, current = password) {
  const passkey = softPasskey(origin);
  const { options } = (await visitor.call(startPasskey, { body: { password: current } })).value;
  const added = await visitor.call(addPasskey, { body: { name: 'Mine', answer: passkey.create(options) } });
  expect(added.status, added.text).toBe(200);
  const token = await visitor.call(createToken, {
    body: { name: 'Mine', scope: 'write', team: null, days: 365, password: current },
  });
  const { secret } = (await visitor.call(startSecondFactor, { body: { password: current } })).value;
  const app = await visitor.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  expect(app.status, app.text).toBe(200);
  return { passkey, token: token.value.secret };
}

async function enterBy(passkey: SoftPasskey): Promise<number> {
  const visitor = visit(origin);
  const { options } = (await visitor.call(startPasskeySignIn, {})).value;
  return (await visitor.call(signInByPasskey, { body: { answer: passkey.get(options) } })).status;
}
const useToken = async (secret: string) =>
  (await visit(origin).send('/api/me', { headers: { authorization: `Bearer ${secret}` } })).status;

/** A stranger whose provider has proved their own address, and who says here that the owner's is theirs. */
async function squatByProvider(): Promise<Visitor> {
  const stranger = visit(origin);
  await arrive('stranger', stranger);
  const changed = await stranger.call(changeEmail, { body: { email, password: '' } });
  expect(changed.status, changed.text).toBe(200);
  return stranger;
}

async function resetByEmail(typed: string): Promise<number> {
  await visit(origin).call(requestReset, { body: { email } });
  const token = tokenIn((await mailbox.next()).text, 'reset');
  return (await visit(origin).call(resetPassword, { body: { token, password: typed } })).status;
}

test.each(['unproved', 'silent'])(
  '[SI40] the provider’s word without a verified address makes no account: %s',
  async (sub) => {
    const visitor = visit(origin);
    expect(await arrive(sub, visitor)).toBe('/signed-in?problem=provider-unverified');
    expect(await whoIs(visitor)).toBeUndefined();
    const owner = await visit(origin).call(register, { body: person('Ana') });
    expect(owner.status, owner.text).toBe(200);
  },
);

test('[OA60] a stranger’s sign-in at the provider ends when the owner of the address resets by email', async () => {
  const stranger = await squatByProvider();
  const team = await newTeam(stranger);
  const { value: invite } = await stranger.call(createInvitation, {
    params: { team },
    body: { role: 'manager', days: 7, once: false },
  });
  await setUpMail();
  expect(await whoComesAs('stranger')).toBe(email);
  expect(await resetByEmail('the password of the owner')).toBe(200);
  expect(await whoComesAs('stranger')).toBe('stranger@example.com');
  expect(await whoIs(stranger)).toBeUndefined();
  // Nor does the stranger come back into the account's teams.
  const link = await visit(origin).call(getInvitation, { params: { token: invite.token } });
  expect(link.status).toBe(404);
  expect(await enter('the password of the owner')).toBe(200);
});

test('[OA60] and when the operator hands over a reset link', async () => {
  await squatByProvider();
  const token = await linkFor(server, email);
  const reset = await visit(origin).call(resetPassword, {
    body: { token, password: 'the owner’s password' },
  });
  expect(reset.status, reset.text).toBe(200);
  expect(await whoComesAs('stranger')).toBe('stranger@example.com');
});

test('[OA60] confirming an address ends what was set up before, but for the password and this sign-in', async () => {
  const owner = visit(origin);
  await owner.call(register, { body: person('Ana') });
  const copy = visit(origin);
  await copy.call(signIn, { body: { email, password } });
  const { passkey, token } = await settleIn(copy);
  await setUpMail();
  expect([await enterBy(passkey), await useToken(token)]).toEqual([200, 200]);
  await owner.call(verifyEmail, {});
  const confirmed = await owner.call(confirmEmail, {
    body: { token: tokenIn((await mailbox.next()).text, 'confirm-email') },
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect([await enterBy(passkey), await useToken(token), await whoIs(copy)]).toEqual([401, 401, undefined]);
  expect(await whoIs(owner)).toBe(email);
  // Not asked for the code of somebody else's app.
  expect(await enter(password)).toBe(200);
});

test('[OA60] who came by the provider and confirms the address keeps coming by it', async () => {
  const person = await squatByProvider();
  await setUpMail();
  await person.call(verifyEmail, {});
  const token = tokenIn((await mailbox.next()).text, 'confirm-email');
  expect((await person.call(confirmEmail, { body: { token } })).status).toBe(200);
  expect(await whoComesAs('stranger')).toBe(email);
});

test('[OA60] a sign-in by the provider that proves the address of a linked account ends what was set up before', async () => {
  const owner = visit(origin);
  await arrive('ana', owner);
  // As an account from a version that linked addresses nobody had verified.
  await query(dataDir, 'update "user" set "emailVerified" = false where email = ?', email);
  await owner.call(changePassword, { body: { current: '', next: password, revokeTokens: false } });
  const { passkey, token } = await settleIn(owner);
  expect(await whoComesAs('ana')).toBe(email);
  expect([await enter(password), await enterBy(passkey), await useToken(token)]).toEqual([401, 401, 401]);
  expect(await whoIs(owner)).toBeUndefined();
  expect(await whoComesAs('ana')).toBe(email);
});

test('[OA60] an address that was proved before ends nothing again', async () => {
  await setUpMail();
  const owner = visit(origin);
  await arrive('ana', owner);
  const { passkey } = await settleIn(owner, '');
  expect(await whoComesAs('ana')).toBe(email);
  expect(await enterBy(passkey)).toBe(200);
  expect(await resetByEmail('another password')).toBe(200);
  const again = visit(origin);
  expect(await arrive('ana', again)).toBe('/signed-in');
  expect((await again.call(getSecurity, {})).value).toMatchObject({
    hasPassword: true,
    hasSecondFactor: true,
  });
});
