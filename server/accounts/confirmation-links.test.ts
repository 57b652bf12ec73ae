import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  getSecurity,
  openAccount,
  register,
  resetPassword,
  signIn,
  verifyEmail,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { mailSettings, newcomerByMail, tokenIn } from '../../test/servers/mail-settings.ts';
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
import { storedText } from '../../test/stores/stored-data.ts';

const HOUR = 3_600_000;
const { password } = person('');
let mailbox: Mailbox;
let server: RunningServer;
let dataDir: string;
let ahead = 0;
/** Registered before email was set up. */
let old: Visitor;
beforeAll(async () => {
  mailbox = await openMailbox();
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const before = await runServer({ dataDir });
  const jar = new Map<string, string>();
  await visit(before.address, jar).call(register, { body: person('Old') });
  await newcomer(before.address, 'Other');
  await before.stop();
  server = await runServer({ dataDir, env: await mailSettings(mailbox.url), now: () => Date.now() + ahead });
  old = visit(server.address, jar);
});
afterAll(async () => {
  await server.stop();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

const enroll = (form: ReturnType<typeof person>, visitor = visit(server.address)) =>
  visitor.call(register, { body: form });
const open = (token: string, typed = password, visitor = visit(server.address)) =>
  visitor.call(openAccount, { body: { token, password: typed } });
const sent = [403, { code: 'email-to-confirm' }];
const dead = [404, { code: 'confirm-invalid' }];
const whoIs = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user;

test('[OA14] registering sends a link, which creates the account together with the password', async () => {
  const visitor = visit(server.address);
  const form = person('ana', ' Ana@Example.com ');
  expect(problemOf(await enroll(form, visitor))).toEqual(sent);
  expect(visitor.cookie()).toBe('');
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['ana@example.com']);
  const token = tokenIn(text, 'confirm');
  const enter = () => visitor.call(signIn, { body: { email: 'ana@example.com', password } });
  expect((await enter()).status).toBe(401);
  // The owner of the address can't open another person's account with the link alone.
  expect(problemOf(await open(token, 'a guess'))).toEqual([
    400,
    { code: 'password-wrong', field: 'password' },
  ]);
  const elsewhere = visit(server.address);
  const opened = await open(token, password, elsewhere);
  expect(opened.value.user).toMatchObject({ firstName: 'Ana', lastName: 'Sample', email: 'ana@example.com' });
  expect(await whoIs(elsewhere)).toMatchObject({ firstName: 'Ana' });
  expect((await enter()).status).toBe(200);
  expect(problemOf(await open(token))).toEqual(dead);
  expect((await elsewhere.call(getSecurity, {})).value.canConfirmEmail).toBe(false);
});

test('[OA14] an address with an account gets the same answer, and its owner gets an email', async () => {
  const [known, unknown] = [await enroll(person('Old')), await enroll(person('Bo'))];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  const letters = [await mailbox.next(), await mailbox.next()];
  const toOld = letters.find(({ to }) => to[0] === 'old@example.com');
  expect(toOld?.text).toContain('it already has one.');
  expect(toOld?.text).toContain('/forgot');
  expect(toOld?.text).not.toContain('/confirm');
  expect(letters.find(({ to }) => to[0] === 'bo@example.com')?.text).toContain('/confirm/');
  // Problems of the form are reported as before.
  const short = await enroll({ ...person('Old'), password: 'short' });
  expect(problemOf(short)).toEqual([
    400,
    { code: 'password-too-short', field: 'password', details: { min: 8 } },
  ]);
});

test('of two links for one address, or two people opening one at once, only one creates the account', async () => {
  const forms = ['the first password', 'the other password'].map((typed) => ({
    ...person('Cy'),
    password: typed,
  }));
  const tokens = [];
  for (const form of forms) {
    await enroll(form);
    tokens.push(tokenIn((await mailbox.next()).text, 'confirm'));
  }
  const [first = '', other = ''] = tokens;
  const both = await Promise.all([open(other, 'the other password'), open(other, 'the other password')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(problemOf(await open(first, 'the first password'))).toEqual(dead);
});

test('whose mailbox an address leads to by mistake does not guess the password of who typed it', async () => {
  await enroll(person('Ike'));
  const token = tokenIn((await mailbox.next()).text, 'confirm');
  const statuses = [];
  for (let each = 0; each < 11; each++) statuses.push((await open(token, `guess number ${each}`)).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  expect((await open(token)).status).toBe(429);
});

test('a link works for a day, and continues to the invitation', async () => {
  await visit(server.address).call(register, { body: { ...person('Dee'), invitation: 'invite' } });
  const { text } = await mailbox.next();
  expect(text).toMatch(/\/confirm\/[\w-]{43}\?from=%2Fjoin%2Finvite/);
  ahead = 24 * HOUR + 1_000;
  expect(problemOf(await open(tokenIn(text, 'confirm')))).toEqual(dead);
  ahead = 0;
});

test('only hashes of the link and the password are stored', async () => {
  const form = { ...person('Eli'), password: 'a password that is told to nobody' };
  await enroll(form);
  const token = tokenIn((await mailbox.next()).text, 'confirm');
  const kept = await storedText(dataDir);
  expect(kept).toContain('eli@example.com');
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(form.password);
});

test('one network address can request five emails in 15 minutes for an address', async () => {
  const statuses = [];
  for (let each = 0; each < 6; each++) statuses.push((await enroll(person('Fay'))).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  for (let each = 0; each < 5; each++) await mailbox.next();
});

test('[OA15] the link in gus2@’s mail does nothing for Hal, and changes Gus’s address', async () => {
  const gus = await newcomerByMail(server.address, mailbox, 'Gus');
  const change = (email: string) => gus.call(changeEmail, { body: { email, password } });
  expect(problemOf(await change('gus2@example.com'))).toEqual(sent);
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['gus2@example.com']);
  expect(await whoIs(gus)).toMatchObject({ email: 'gus@example.com' });
  const token = tokenIn(text, 'confirm-email');
  const hal = await newcomerByMail(server.address, mailbox, 'Hal');
  expect(problemOf(await hal.call(confirmEmail, { body: { token } }))).toEqual(dead);
  const confirmed = await gus.call(confirmEmail, { body: { token } });
  expect(confirmed.value.user).toMatchObject({ email: 'gus2@example.com' });
  expect(problemOf(await gus.call(confirmEmail, { body: { token } }))).toEqual(dead);
  // Nothing reveals that an address has an account; its owner gets an email.
  expect(problemOf(await change('hal@example.com'))).toEqual(sent);
  expect(await mailbox.next()).toMatchObject({
    to: ['hal@example.com'],
    text: expect.stringContaining('already'),
  });
});

test('a link for a new address ends with a new password and with a reset', async () => {
  const ida = await newcomerByMail(server.address, mailbox, 'Ida');
  const begin = async (typed: string) => {
    await ida.call(changeEmail, { body: { email: 'thief@example.com', password: typed } });
    return tokenIn((await mailbox.next()).text, 'confirm-email');
  };
  const confirm = async (token: string) => problemOf(await ida.call(confirmEmail, { body: { token } }));
  const first = await begin(password);
  const next = 'another password';
  await ida.call(changePassword, { body: { current: password, next, revokeTokens: true } });
  expect(await confirm(first)).toEqual(dead);
  const second = await begin(next);
  const reset = await linkFor(server, 'ida@example.com');
  await visit(server.address).call(resetPassword, { body: { token: reset, password } });
  await ida.call(signIn, { body: { email: 'ida@example.com', password } });
  expect(await confirm(second)).toEqual(dead);
  expect(await whoIs(ida)).toMatchObject({ email: 'ida@example.com' });
});

test('accounts from before email was set up keep working and can confirm their address', async () => {
  expect((await old.call(getSecurity, {})).value.canConfirmEmail).toBe(true);
  expect((await old.call(verifyEmail, {})).status).toBe(200);
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['old@example.com']);
  const confirmed = await old.call(confirmEmail, { body: { token: tokenIn(text, 'confirm-email') } });
  expect(confirmed.value.user).toMatchObject({ email: 'old@example.com' });
  expect((await old.call(getSecurity, {})).value.canConfirmEmail).toBe(false);
});

test('without email, people are signed in at once and told if an address is taken', async () => {
  const plain = await runServer();
  const visitor = await newcomer(plain.address, 'Jo');
  expect((await visitor.call(getSecurity, {})).value.canConfirmEmail).toBe(false);
  const again = await visit(plain.address).call(register, { body: person('Jo') });
  expect(problemOf(again)).toEqual([409, { code: 'email-taken', field: 'email' }]);
  expect(problemOf(await visitor.call(verifyEmail, {}))).toEqual([503, { code: 'mail-unavailable' }]);
  await plain.stop();
});
