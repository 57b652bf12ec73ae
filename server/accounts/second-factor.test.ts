import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmSecondFactor,
  getSecurity,
  removeSecondFactor,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { slowDownPassword } from '../../test/passwords/slow-password.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';
import { dropSecondFactor } from '../operate/commands/accounts.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const { password } = person('');
const wrongCode = [401, { code: 'code-wrong', field: 'code' }];

/** Someone with an authenticator app; the code of this half minute is used up by setting it up. */
async function careful(name: string, on = server) {
  const visitor = await newcomer(on.address, name);
  const { value } = await visitor.call(startSecondFactor, { body: { password } });
  const used = codeOf(value.secret);
  const confirmed = await visitor.call(confirmSecondFactor, { body: { code: used } });
  expect(confirmed.status, confirmed.text).toBe(200);
  return { visitor, email: `${name.toLowerCase()}@example.com`, used, ...value };
}

async function firstStep(email: string, visitor: Visitor = visit(server.address)): Promise<Visitor> {
  const answer = await visitor.call(signIn, { body: { email, password } });
  expect(problemOf(answer)).toEqual([401, { code: 'multi-factor-auth-required' }]);
  return visitor;
}

const secondStep = (visitor: Visitor, code: string, trust = false) =>
  visitor.call(signInBySecondFactor, { body: { code, trust } });

test('[SI1] with an authenticator app, the password alone does not sign in', async () => {
  const { email, secret } = await careful('Ana');
  const visitor = await firstStep(email);
  expect((await visitor.call(getMe, {})).value.user).toBeNull();
  expect(problemOf(await secondStep(visitor, '000 00'))).toEqual(wrongCode);
  const { status, value, text } = await secondStep(visitor, ` ${codeOf(secret, 1)} `);
  expect(status, text).toBe(200);
  expect(value.user?.email).toBe(email);
  expect((await visitor.call(getMe, {})).value.user?.email).toBe(email);
});

test('each code works once, including the one that set up the app', async () => {
  const { email, secret, used } = await careful('Bea');
  const [first, second] = [await firstStep(email), await firstStep(email)];
  expect(problemOf(await secondStep(first, used))).toEqual(wrongCode);
  const next = codeOf(secret, 1);
  const both = await Promise.all([secondStep(first, next), secondStep(second, next)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a used code is forgotten when it counts no more, also one from when the clock was wrong', async () => {
  const { email, secret } = await careful('Bert');
  const add = (key: string, at: number) =>
    query(server.dataDir, `insert into used_codes (key, at) values (?, ${at})`, key);
  await add('old', Date.now() - 121_000);
  await add('future', Date.now() + 10 * 86_400_000);
  await secondStep(await firstStep(email), codeOf(secret, 1));
  const kept = await query(server.dataDir, `select key from used_codes where key in ('old', 'future')`);
  expect(kept).toEqual([]);
});

test('also after a restart of the server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const before = await runServer({ dataDir });
  const { email, secret, used } = await careful('Bob', before);
  await before.stop();
  const after = await runServer({ dataDir });
  const visitor = await firstStep(email, visit(after.address));
  expect(problemOf(await secondStep(visitor, used))).toEqual(wrongCode);
  expect((await secondStep(visitor, codeOf(secret, 1))).status).toBe(200);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

test('[SI3] a backup code replaces the app once', async () => {
  const { visitor, email, backupCodes } = await careful('Cleo');
  const code = backupCodes[3] ?? '';
  const both = [await firstStep(email), await firstStep(email)];
  const answers = await Promise.all(both.map((each) => secondStep(each, code.replace('-', ''))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(problemOf(await secondStep(await firstStep(email), code))).toEqual(wrongCode);
  const { value } = await visitor.call(getSecurity, {});
  expect(value).toMatchObject({ hasSecondFactor: true, backupCodesLeft: backupCodes.length - 1 });
});

test('[SI4] after five wrong codes, sign-in starts over at the password', async () => {
  const { email, secret } = await careful('Dora');
  const visitor = await firstStep(email);
  for (let each = 0; each < 5; each++)
    expect(problemOf(await secondStep(visitor, '12345'))).toEqual(wrongCode);
  expect(problemOf(await secondStep(visitor, codeOf(secret, 1)))).toEqual([401, { code: 'sign-in-again' }]);
  expect((await secondStep(await firstStep(email), codeOf(secret, 1))).status).toBe(200);
  expect(problemOf(await secondStep(visit(server.address), '123456'))).toEqual([
    401,
    { code: 'sign-in-again' },
  ]);
});

test('[SI19] ten wrong codes in a row lock the second step, also for another sign-in', async () => {
  let ahead = 0;
  const on = await runServer({ now: () => Date.now() + ahead });
  const { email, backupCodes } = await careful('Dina', on);
  const statuses: number[] = [];
  for (let sign = 0; sign < 3; sign++) {
    const visitor = await firstStep(email, visit(on.address));
    for (let each = 0; each < 5; each++) statuses.push((await secondStep(visitor, '12345')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  const right = async () => secondStep(await firstStep(email, visit(on.address)), backupCodes[0] ?? '');
  expect((await right()).status).toBe(429);
  ahead = 901_000;
  expect((await right()).status).toBe(200);
  await on.stop();
});

test('[SI19] wrong codes for removing the app count as well', async () => {
  const { visitor, email, backupCodes } = await careful('Dirk');
  const [code = ''] = backupCodes;
  const remove = (typed: string) => visitor.call(removeSecondFactor, { body: { password, code: typed } });
  for (let each = 0; each < 10; each++) expect(problemOf(await remove('12345'))).toEqual(wrongCode);
  const locked = [429, { code: 'too-many-requests', field: 'code' }];
  expect(problemOf(await remove(code))).toEqual(locked);
  expect(problemOf(await secondStep(await firstStep(email), code))).toEqual(locked);
});

test('setting up an app a second time, begun before the first was confirmed, leaves the first', async () => {
  const visitor = await newcomer(server.address, 'Duk');
  const email = 'duk@example.com';
  const first = (await visitor.call(startSecondFactor, { body: { password } })).value;
  await slowDownPassword(server, email);
  const second = visitor.call(startSecondFactor, { body: { password } });
  const confirmed = await visitor.call(confirmSecondFactor, { body: { code: codeOf(first.secret) } });
  expect(confirmed.status).toBe(200);
  expect(problemOf(await second)).toEqual([409, { code: 'second-factor-exists' }]);
  expect((await secondStep(await firstStep(email), first.backupCodes[0] ?? '')).status).toBe(200);
});

test('the cookie of a sign-in that waits for a code makes no trusted device', async () => {
  const { email } = await careful('Edgar');
  const begun = await firstStep(email, visit(server.address));
  const value = begun.cookie().split('lineup.two_factor=')[1] ?? '';
  await firstStep(email, visit(server.address, new Map([['lineup.trust_device', value]])));
});

test('[SI4] with a forged or broken cookie, sign-in starts over at the password', async () => {
  const { email } = await careful('Eda');
  const name = 'lineup.two_factor';
  const begun = await firstStep(email, visit(server.address));
  const value = begun.cookie().split(`${name}=`)[1] ?? '';
  for (const made of ['%', `${value.split('.')[0]}.%`, `${value}%`, 'a.b']) {
    const forged = visit(server.address, new Map([[name, made]]));
    expect(problemOf(await secondStep(forged, '123456')), made).toEqual([401, { code: 'sign-in-again' }]);
  }
});

test('[SI5] a trusted device needs no code until the app is removed', async () => {
  const { visitor, email, secret, backupCodes } = await careful('Emil');
  const device = await firstStep(email);
  expect((await secondStep(device, codeOf(secret, 1), true)).status).toBe(200);
  const copy = device.cookie();
  const again = await device.call(signIn, { body: { email, password } });
  expect(again.status, again.text).toBe(200);
  await firstStep(email, visit(server.address, new Map(), { cookie: copy }));
  await firstStep(email);

  const [code = ''] = backupCodes;
  expect((await visitor.call(removeSecondFactor, { body: { password, code } })).status).toBe(200);
  const plain = await visit(server.address).call(signIn, { body: { email, password } });
  expect(plain.status).toBe(200);
  const { value } = await visitor.call(startSecondFactor, { body: { password } });
  await visitor.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  await firstStep(email, device);
});

test('[SI5] a device stays trusted while somebody else begins to sign in on it', async () => {
  const [ida, jo] = [await careful('Ida'), await careful('Jo')];
  const tablet = await firstStep(ida.email);
  expect((await secondStep(tablet, codeOf(ida.secret, 1), true)).status).toBe(200);
  await firstStep(jo.email, tablet);
  const again = await tablet.call(signIn, { body: { email: ida.email, password } });
  expect(again.status, again.text).toBe(200);
});

test('[OA49] setting up an app needs the password, removing it a code too, and there is one at a time', async () => {
  const visitor = await newcomer(server.address, 'Finn');
  const refused = [401, { code: 'password-wrong', field: 'password' }];
  const wrong = await visitor.call(startSecondFactor, { body: { password: 'a guess' } });
  expect(problemOf(wrong)[1]).toEqual(refused[1]);
  expect(problemOf(await visitor.call(confirmSecondFactor, { body: { code: '123456' } }))).toEqual(wrongCode);
  const { value } = await visitor.call(startSecondFactor, { body: { password } });
  expect(value.address).toMatch(
    /^otpauth:\/\/totp\/Lineup:finn%40example\.com\?secret=[A-Z2-7]+&issuer=Lineup/,
  );
  expect(value.backupCodes).toHaveLength(10);
  // Until a code came, nothing is asked for.
  const plain = await visit(server.address).call(signIn, { body: { email: 'finn@example.com', password } });
  expect(plain.status).toBe(200);
  await visitor.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  expect(problemOf(await visitor.call(startSecondFactor, { body: { password } }))).toEqual([
    409,
    { code: 'second-factor-exists' },
  ]);
  const remove = (body: { password: string; code: string }) => visitor.call(removeSecondFactor, { body });
  const fresh = codeOf(value.secret, 1);
  expect(problemOf(await remove({ password: 'a guess', code: fresh }))[1]).toEqual(refused[1]);
  for (const code of ['', '123456', codeOf(value.secret), 'aaaaa-bbbbb']) {
    expect(problemOf(await remove({ password, code })), code).toEqual(wrongCode);
  }
  expect((await visitor.call(getSecurity, {})).value.hasSecondFactor).toBe(true);
  expect((await remove({ password, code: fresh })).status).toBe(200);
  expect((await visitor.call(getSecurity, {})).value.hasSecondFactor).toBe(false);
});

test('an open page stays connected while the app is set up', async () => {
  const visitor = await newcomer(server.address, 'Gil');
  const team = await newTeam(visitor);
  const socket = await visitor.live();
  await greet(socket);
  const { value } = await visitor.call(startSecondFactor, { body: { password } });
  await visitor.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  const snapshot = heard(socket, 'snapshot');
  socket.send(JSON.stringify({ type: 'watch', team, document: team }));
  expect(await snapshot).toMatchObject({ document: team });
  socket.close();
});

test('a session of someone else on the browser lasts until the second step and does not affect it', async () => {
  const { email, secret } = await careful('Hana');
  const browser = await newcomer(server.address, 'Iris');
  await firstStep(email, browser);
  expect((await browser.call(getMe, {})).value.user?.firstName).toBe('Iris');
  expect((await secondStep(browser, codeOf(secret, 1))).value.user?.firstName).toBe('Hana');
});

test('[SI10] the operator can remove a lost second factor', async () => {
  const { email } = await careful('Jon');
  const drop = (typed: string[]) => runCommand(dropSecondFactor, typed, server.dataDir);
  expect(await drop([])).toMatchObject({ code: 1, stderr: 'EMAIL' });
  expect((await drop(['nobody@example.com'])).stderr).toMatch(/^Nobody has an account/);
  expect(await drop(['Jon@Example.com'])).toEqual({
    code: 0,
    stdout: 'Jon@Example.com can now sign in with the password alone.\n',
    stderr: '',
  });
  expect((await visit(server.address).call(signIn, { body: { email, password } })).status).toBe(200);
});
