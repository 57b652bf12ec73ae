import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { SqliteQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changePassword, endSession, getSecurity, signIn, signOutOthers } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import {
  greet,
  heard,
  newcomer,
  person,
  type RunningServer,
  runServer,
  signInElsewhere,
  visit,
} from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import { signOut } from '../operate/commands/accounts.ts';
import { prepareSessionOfToken, watchSignOuts } from './sessions.ts';

let server: RunningServer;
let ahead = 0;
beforeAll(async () => {
  server = await runServer({ now: () => Date.now() + ahead, env: { SESSION_DAYS: '3' } });
});
afterAll(() => server.stop());

const { password } = person('');
const nobody = { user: null, teams: [] };

const elsewhere = (name: string, headers = {}) => signInElsewhere(server.address, name, headers);

test('[OA3] a new password ends every other session and its live pages, and keeps this one', async () => {
  const gus = await newcomer(server.address, 'Gus');
  const other = await elsewhere('Gus');
  const [here, there] = await Promise.all([gus.live(), other.live()]);
  await Promise.all([greet(here), greet(there)]);
  const heardHere: string[] = [];
  here.on('message', (data) => heardHere.push(String(data)));
  const told = heard(there, 'me');
  const { status } = await gus.call(changePassword, {
    body: { current: password, next: 'another one', revokeTokens: true },
  });
  expect(status).toBe(200);
  expect(await told).toEqual({ type: 'me', ...nobody });
  expect((await other.call(getMe, {})).value).toEqual(nobody);
  expect((await gus.call(getMe, {})).value.user?.firstName).toBe('Gus');
  expect(heardHere).toEqual([]);
  const tries = [password, 'another one'].map(async (typed) => {
    const body = { email: 'gus@example.com', password: typed };
    return (await visit(server.address).call(signIn, { body })).status;
  });
  expect(await Promise.all(tries)).toEqual([401, 200]);
  here.close();
  there.close();
});

test('signing out elsewhere ends every other session and its live pages', async () => {
  const hal = await newcomer(server.address, 'Hal');
  const other = await elsewhere('Hal');
  const there = await other.live();
  await greet(there);
  const told = heard(there, 'me');
  await hal.call(signOutOthers, {});
  expect(await told).toEqual({ type: 'me', ...nobody });
  expect((await other.call(getMe, {})).value).toEqual(nobody);
  expect((await hal.call(getSecurity, {})).value.sessions).toHaveLength(1);
  there.close();
});

test('one device can be signed out: its pages end at once, and other sessions stay', async () => {
  const [kim, leo] = await Promise.all([newcomer(server.address, 'Kim'), newcomer(server.address, 'Leo')]);
  const other = await elsewhere('Kim');
  const there = await other.live();
  await greet(there);
  const told = heard(there, 'me');
  const { sessions } = (await kim.call(getSecurity, {})).value;
  const session = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  // someone else's session stays as it is
  expect((await leo.call(endSession, { params: { session } })).status).toBe(200);
  expect((await other.call(getMe, {})).value.user?.firstName).toBe('Kim');
  expect((await kim.call(endSession, { params: { session } })).status).toBe(200);
  expect(await told).toEqual({ type: 'me', ...nobody });
  expect((await other.call(getMe, {})).value).toEqual(nobody);
  expect((await kim.call(getSecurity, {})).value.sessions).toHaveLength(1);
  there.close();
});

test('[OA43] the operator signs a person out while the server runs, which ends pages', async () => {
  const [max, ned] = await Promise.all([newcomer(server.address, 'Max'), newcomer(server.address, 'Ned')]);
  const socket = await max.live();
  await greet(socket);
  const told = heard(socket, 'me');
  const run = (typed: string[]) => runCommand(signOut, typed, server.dataDir);
  expect(await run(['Max@Example.com'])).toMatchObject({
    stdout: expect.stringMatching(/^Max@Example\.com is signed out\. .*: 1\./),
    stderr: '',
  });
  expect((await max.call(getMe, {})).value).toEqual(nobody);
  expect(await told).toEqual({ type: 'me', ...nobody });
  expect((await ned.call(getMe, {})).value.user?.firstName).toBe('Ned');
  expect((await run(['nobody@example.com'])).stderr).toMatch(/^Nobody has an account/);
  expect(await run([])).toMatchObject({ code: 1 });
  socket.close();
});

test('a session ends after SESSION_DAYS, however often it is used, and so do its pages', async () => {
  const zoe = await newcomer(server.address, 'Zoe');
  const socket = await zoe.live();
  await greet(socket);
  const day = 86_400_000;
  const told = heard(socket, 'me');
  ahead = 2.9 * day;
  expect((await zoe.call(getMe, {})).value.user?.firstName).toBe('Zoe');
  ahead = 3.1 * day;
  socket.send(JSON.stringify({ type: 'watch', team: 'any', document: 'any' }));
  expect(await told).toEqual({ type: 'me', ...nobody });
  expect((await zoe.call(getMe, {})).value).toEqual(nobody);
  ahead = 0;
  expect((await zoe.call(getMe, {})).value).toEqual(nobody);
  socket.close();
});

test('[OA4] people see where they are signed in, on which device, and which session is this one', async () => {
  const ida = await newcomer(server.address, 'Ida');
  await elsewhere('Ida', {
    'user-agent':
      'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  });
  const { value } = await ida.call(getSecurity, {});
  expect(value).toMatchObject({
    hasPassword: true,
    hasSecondFactor: false,
    backupCodesLeft: 0,
    passkeys: [],
    providers: [],
  });
  expect(value.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(value.sessions[1]?.device).toBe('Chrome on Android');
  for (const { signedInAt, lastUsedAt } of value.sessions) {
    expect(Math.abs(Date.now() - signedInAt)).toBeLessThan(60_000);
    expect(lastUsedAt).toBeGreaterThanOrEqual(signedInAt);
  }
});

test('expired sessions are deleted at the next start, and others stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const first = await runServer({ dataDir });
  await newcomer(first.address, 'Pia');
  const sessions = async () => (await query(dataDir, 'select * from session')).length;
  await first.stop();
  const DAY = 86_400_000;
  const soon = await runServer({ dataDir, now: () => Date.now() + 29 * DAY });
  expect(await sessions()).toBe(1);
  await soon.stop();
  const late = await runServer({ dataDir, now: () => Date.now() + 31 * DAY });
  expect(await sessions()).toBe(0);
  await late.stop();
  rmSync(dataDir, { recursive: true });
});

test('what has expired is deleted at the next start, and the rest stays', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const first = await runServer({ dataDir });
  await newcomer(first.address, 'Pia');
  await first.stop();
  const [DAY, now] = [86_400_000, Date.now()];
  const insert = (table: string, values: string) => query(dataDir, `insert into ${table} values (${values})`);
  const [{ id = '', user = '' } = {}] = await query(dataDir, 'select id, "userId" as user from session');
  for (const [name, at, session] of [
    ['old', now - 1, 'none'],
    ['new', now + DAY / 24, id],
  ] as const) {
    const [time, made] = [at, at - 180 * DAY].map((each) => `'${new Date(each).toISOString()}'`);
    const [soon, never] = [`'${new Date(now + DAY).toISOString()}'`, 'null'];
    await insert(
      'verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")',
      `'${name}', '', '', ${time}, ${time}, ${time}`,
    );
    await insert(
      'session (id, token, "userId", "createdAt", "updatedAt", "expiresAt")',
      `'${name}', '${name}', '${user}', ${made}, ${made}, ${soon}`,
    );
    await insert(
      'push_subscriptions (team_id, device, user_id, session_id, about, target, created_at)',
      `'t', '${name}', 'u', '${session}', 'all', '{}', 0`,
    );
    await insert('sign_in_attempts (key, failures, at)', `'${name}', 1, ${at - DAY}`);
    await insert(
      'email_links (token_hash, user_id, email, registration, expires_at)',
      `'${name}', ${never}, '', ${never}, ${at}`,
    );
    await insert('revoked_tokens (secret_hash, user_id, name, expires_at)', `'${name}', 'u', '', ${at}`);
    await insert(
      'security_log (id, at, type, device, place, details, bucket)',
      `'${name}', ${at - 365 * DAY}, 'signed-in', '', '', '{}', ''`,
    );
  }
  const later = await runServer({ dataDir });
  for (const [table, name] of [
    ['verification', 'id'],
    ['session', 'id'],
    ['push_subscriptions', 'device'],
    ['sign_in_attempts', 'key'],
    ['email_links', 'token_hash'],
    ['revoked_tokens', 'secret_hash'],
    ['security_log', 'id'],
  ]) {
    const left = await query(dataDir, `select ${name} as name from ${table} where ${name} in ('old', 'new')`);
    expect(left, table).toEqual([{ name: 'new' }]);
  }
  await later.stop();
  rmSync(dataDir, { recursive: true });
});

test('what keeps sign-outs from being noticed is said once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const store = await openSqliteStore(join(dataDir, 'lineup.db'));
  const errors: unknown[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = await watchSignOuts({
    db: store.kysely,
    onSignedOut: () => {},
    log: { error: (error) => errors.push(error) },
  });
  await sql`drop table sign_outs`.execute(store.kysely);
  for (let each = 0; each < 3; each++) {
    vi.advanceTimersByTime(1_000);
    await turn();
  }
  expect(errors).toHaveLength(1);
  await stop();
  vi.useRealTimers();
  await store.close();
  rmSync(dataDir, { recursive: true });
});

test('pages that come back after a restart are looked up without building the same query for each', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const store = await openSqliteStore(join(dataDir, 'lineup.db'));
  const find = prepareSessionOfToken(store.kysely);
  const builds = vi.spyOn(SqliteQueryCompiler.prototype, 'compileQuery');
  for (const token of ['one', 'two']) expect(await find(token)).toBeNull();
  expect(builds).not.toHaveBeenCalled();
  builds.mockRestore();
  await store.close();
  rmSync(dataDir, { recursive: true });
});

test('[OA9] a request prolongs the session and its cookie by 30 days, a live connection does not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const first = await runServer({ dataDir });
  const pia = await newcomer(first.address, 'Pia');
  await first.stop();
  const ends = async () => {
    const [session] = await query(dataDir, 'select "expiresAt" as ends from session');
    return new Date(session?.ends as string | Date).getTime();
  };
  const hour = 3_600_000;
  // as if the session had been made, and used last, 29 days ago
  await query(dataDir, 'update session set "expiresAt" = ?', new Date(Date.now() + 24 * hour).toISOString());
  const later = await runServer({ dataDir });
  const jar = new Map([pia.cookie().split('=', 2) as [string, string]]);
  const visitor = visit(later.address, jar);
  const live = await visitor.live();
  expect(await greet(live)).toMatchObject({ user: { firstName: 'Pia' } });
  live.close();
  expect(await ends()).toBeLessThan(Date.now() + 25 * hour);
  const { headers, value } = await visitor.call(getMe, {});
  expect(value.user).toMatchObject({ firstName: 'Pia' });
  expect(await ends()).toBeGreaterThan(Date.now() + 719 * hour);
  expect(headers.getSetCookie().join()).toContain(`Max-Age=${720 * 3_600}`);
  const prolonged = await ends();
  // not again within the hour
  expect((await visitor.call(getMe, {})).headers.getSetCookie()).toEqual([]);
  expect(await ends()).toBe(prolonged);
  await later.stop();
  rmSync(dataDir, { recursive: true });
});

test('a session cookie counts with its own signature only', async () => {
  const ivo = await newcomer(server.address, 'Ivo');
  const [name = '', value = ''] = ivo.cookie().split('=', 2);
  const [token = '', signature = ''] = decodeURIComponent(value).split('.');
  const nameWith = async (cookie: string) => {
    const live = await visit(server.address).live({ cookie });
    const me = await greet(live);
    live.close();
    return me.type === 'me' ? me.user?.firstName : me;
  };
  const cookieOf = (text: string) => `${name}=${encodeURIComponent(text)}`;
  expect(await nameWith(`other=1; ${cookieOf(`${token}.${signature}`)}`)).toBe('Ivo');
  const altered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const text of [token, `${token}.`, `${token}.${altered}`, `x${token}.${signature}`, `.${signature}`]) {
    expect(await nameWith(cookieOf(text))).toBeUndefined();
  }
  expect(await nameWith(`${name}=%E0%A4%A`)).toBeUndefined();
});
