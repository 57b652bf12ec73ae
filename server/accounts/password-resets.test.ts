import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  confirmSecondFactor,
  getSignInOptions,
  register,
  requestReset,
  resetPassword,
  signIn,
  signInBySecondFactor,
  signOut,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { getOwnSecurityLog } from '../../contract/security-log.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { mailSettings, newcomerByMail, tokenIn } from '../../test/servers/mail-settings.ts';
import { type Mailbox, openMailbox, openSilence } from '../../test/servers/mailbox.ts';
import {
  greet,
  heard,
  person,
  problemOf,
  type RunningServer,
  runServer,
  visit,
} from '../../test/servers/running-server.ts';
import { storedText } from '../../test/stores/stored-data.ts';

let mailbox: Mailbox;
let server: RunningServer;
let ahead = 0;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await runWithMail(mailbox.url, { now: () => Date.now() + ahead });
});
afterAll(async () => {
  await server.stop();
  await mailbox.close();
});

const runWithMail = async (
  smtpUrl: string,
  given: { now?: () => number; log?: pino.Logger; dataDir?: string } = {},
) => runServer({ env: await mailSettings(smtpUrl), ...given });

const { password } = person('');
const ask = (email: string, at = server) => visit(at.address).call(requestReset, { body: { email } });
const choose = (token: string, typed: string) =>
  visit(server.address).call(resetPassword, { body: { token, password: typed } });
const enter = async (email: string, typed: string) =>
  (await visit(server.address).call(signIn, { body: { email, password: typed } })).status;

async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  return tokenIn((await mailbox.next()).text, 'reset');
}

test('[OA7] [OA27] the emailed link sets a new password once and ends every session', async () => {
  const ana = await newcomerByMail(server.address, mailbox, 'Ana');
  const page = await ana.live();
  await greet(page);
  const answer = await ask(' Ana@Example.com ');
  expect([answer.status, answer.value]).toEqual([200, {}]);
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['ana@example.com']);
  expect(text).toMatch(/^From: Lineup <lineup@example.com>/m);
  expect(text).toMatch(/^Subject: Reset your Lineup password/m);
  expect(text.split(`${server.address}/reset/${tokenIn(text, 'reset')}`)).toHaveLength(4);
  expect(text).toContain('text/plain');
  expect(text).toContain('text/html');

  const token = tokenIn(text, 'reset');
  expect(problemOf(await choose(token, 'short'))).toEqual([
    400,
    { code: 'password-too-short', field: 'password', details: { min: 8 } },
  ]);
  const told = heard(page, 'me');
  expect((await choose(token, 'another password')).value).toEqual({});
  expect(await told).toEqual({ type: 'me', user: null, teams: [] });
  expect((await ana.call(getMe, {})).value.user).toBeNull();
  expect([
    await enter('ana@example.com', password),
    await enter('ana@example.com', 'another password'),
  ]).toEqual([401, 200]);
  expect(problemOf(await choose(token, 'a third password'))).toEqual([404, { code: 'reset-invalid' }]);
  await ana.call(signIn, { body: { email: 'ana@example.com', password: 'another password' } });
  const { entries } = (await ana.call(getOwnSecurityLog, { query: {} })).value;
  expect(entries.map(({ type }) => type)).toContain('reset-link-requested');
  page.close();
});

test('[OA7] of two people using a link at once, only one sets the password', async () => {
  await newcomerByMail(server.address, mailbox, 'Ben');
  const token = await linkFor('ben@example.com');
  const answers = await Promise.all(
    ['first password', 'other password'].map((typed) => choose(token, typed)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('[OA7] a link works for 30 minutes', async () => {
  await newcomerByMail(server.address, mailbox, 'Cem');
  const [good, late] = [await linkFor('cem@example.com'), await linkFor('cem@example.com')];
  ahead = 30 * 60_000 + 1_000;
  expect(problemOf(await choose(late, 'another password'))).toEqual([404, { code: 'reset-invalid' }]);
  ahead = 29 * 60_000;
  expect((await choose(good, 'another password')).status).toBe(200);
  ahead = 0;
});

test('a new password or address ends earlier links', async () => {
  const dee = await newcomerByMail(server.address, mailbox, 'Dee');
  const first = await linkFor('dee@example.com');
  await dee.call(changePassword, {
    body: { current: password, next: 'another password', revokeTokens: true },
  });
  expect((await choose(first, 'a third password')).status).toBe(404);
  const second = await linkFor('dee@example.com');
  await dee.call(changeEmail, { body: { email: 'dee2@example.com', password: 'another password' } });
  const confirmed = tokenIn((await mailbox.next()).text, 'confirm-email');
  expect((await dee.call(confirmEmail, { body: { token: confirmed } })).status).toBe(200);
  expect((await choose(second, 'a third password')).status).toBe(404);
});

test('only the hash of a link is stored', async () => {
  await newcomerByMail(server.address, mailbox, 'Edo');
  const token = await linkFor('edo@example.com');
  const kept = await storedText(server.dataDir);
  expect(kept).toContain('reset-link:');
  expect(kept).not.toContain(token);
});

test('[OA8] no answer reveals whether an account exists', async () => {
  await newcomerByMail(server.address, mailbox, 'Flo');
  const before = mailbox.count;
  const [unknown, known] = [await ask('nobody@example.com'), await ask('flo@example.com')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  expect((await mailbox.next()).to).toEqual(['flo@example.com']);
  expect(mailbox.count).toBe(before + 1);
  expect(problemOf(await ask('flo@'))).toEqual([400, { code: 'email-unreadable', field: 'email' }]);
});

test('one network address can request five emails in 15 minutes for an address, and blocks nobody else', async () => {
  const askFrom = (place: string) =>
    visit(server.address).send('/api/auth/reset-request', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': place },
      body: '{"email":"nobody2@example.com"}',
    });
  const statuses = [];
  for (let each = 0; each < 6; each++) statuses.push((await askFrom('203.0.113.1')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await askFrom('203.0.113.2')).status).toBe(200);
});

test('from all places together, one address gets 20 emails in 15 minutes', async () => {
  const ask = (place: number) =>
    visit(server.address, new Map(), { 'x-forwarded-for': `198.51.100.${place}` }).call(requestReset, {
      body: { email: 'nobody3@example.com' },
    });
  for (let place = 1; place <= 20; place++) expect((await ask(place)).status).toBe(200);
  expect((await ask(21)).status).toBe(429);
});

test('[OA8] if an email can’t be sent, the answer is the same and the log has the reason', async () => {
  const silence = await openSilence();
  const down = await freePort();
  const reasons = [
    [`smtp://127.0.0.1:${down}`, 'gil@example.com', /ECONNREFUSED/],
    [mailbox.url, 'gil@unknown.example', /550/],
    [`smtp://127.0.0.1:${silence.port}?greetingTimeout=200`, 'gil@example.com', /[Gg]reeting/],
  ] as const;
  // They registered before email was set up.
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const before = await runServer({ dataDir });
  for (const [, email] of reasons.slice(0, 2)) {
    await visit(before.address).call(register, { body: person('Gil', email) });
  }
  await before.stop();
  for (const [url, email, reason] of reasons) {
    const lines = new PassThrough();
    const failing = await runWithMail(url, { dataDir, log: pino({ level: 'error' }, lines) });
    const logged = new Promise<string>((resolve) => lines.once('data', (line) => resolve(String(line))));
    const answer = await ask(email, failing);
    expect([answer.status, answer.value]).toEqual([200, {}]);
    const line = await logged;
    expect(line).toMatch(reason);
    expect(JSON.parse(line).msg).toBe('The password reset email could not be sent.');
    expect(line).not.toContain('/reset/');
    await failing.stop();
  }
  silence.close();
  rmSync(dataDir, { recursive: true });
});

test('[OA29] the second factor of a verified address stays, and trusted devices end', async () => {
  const ida = await newcomerByMail(server.address, mailbox, 'Ida');
  const { secret } = (await ida.call(startSecondFactor, { body: { password } })).value;
  await ida.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  const enterAs = (typed: string) =>
    ida.call(signIn, { body: { email: 'ida@example.com', password: typed } });
  await ida.call(signOut, {});
  await enterAs(password);
  await ida.call(signInBySecondFactor, { body: { code: codeOf(secret, 1), trust: true } });
  await ida.call(signOut, {});
  expect((await enterAs(password)).status).toBe(200);
  await choose(await linkFor('ida@example.com'), 'another password');
  expect(problemOf(await enterAs('another password'))).toEqual([401, { code: 'multi-factor-auth-required' }]);
});

test('[OA8] without email, a request for a reset link is refused with the reason', async () => {
  const plain = await runServer({ env: { PASSWORD_MINIMUM: '10' } });
  expect((await visit(plain.address).call(getSignInOptions, {})).value).toMatchObject({
    passwordMinimum: 10,
    resetByEmail: false,
  });
  expect(problemOf(await ask('ana@example.com', plain))).toEqual([503, { code: 'mail-unavailable' }]);
  await plain.stop();
  expect((await visit(server.address).call(getSignInOptions, {})).value).toMatchObject({
    passwordMinimum: 8,
    resetByEmail: true,
  });
});
