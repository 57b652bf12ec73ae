import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePassword, deleteAccount, register, resetPassword, signIn } from '../../contract/account.ts';
import { getOwnSecurityLog } from '../../contract/security-log.ts';
import { revokeToken } from '../../contract/tokens.ts';
import { cheapPasswords } from '../../test/passwords/cheap-passwords.ts';
import { slowDownPassword } from '../../test/passwords/slow-password.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { setPasswordCost } from './password-policy.ts';

const { password } = person('');
const email = 'ana@example.com';
const MINUTE = 60_000;

let dataDir: string;
let server: RunningServer;
/** Where it listens; the public address is a proxy's, whose word for the sender counts. */
let local: string;
let ahead = 0;
/** The time stands still: waits do not depend on how long the test takes. */
const begun = Date.now();
async function start(): Promise<void> {
  const PORT = String(await freePort());
  local = `http://127.0.0.1:${PORT}`;
  const env = { PORT, PUBLIC_URL: 'https://lineup.example.com' };
  server = await runServer({ dataDir, env, now: () => begun + ahead });
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  await start();
});
afterEach(async () => {
  setPasswordCost(cheapPasswords);
  await server.stop();
  rmSync(dataDir, { recursive: true });
  ahead = 0;
});

/** Somebody at a place, with a browser of their own. */
const at = (place: string) => visit(local, new Map(), { 'x-forwarded-for': place });
const enter = (visitor: Visitor, typed = password, address = email) =>
  visitor.call(signIn, { body: { email: address, password: typed } });

async function home(): Promise<Visitor> {
  const owner = at('203.0.113.7');
  const { status, text } = await owner.call(register, { body: person('Ana') });
  expect(status, text).toBe(200);
  return owner;
}

type Refused = { details: { seconds: number } };

let places = 0;
/** So many wrong guesses, each from somewhere else, as those who have many machines do. Returns what let how many in. */
async function guess(times: number, address = email): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let each = 0; each < times; each++) {
    places += 1;
    const { status } = await enter(at(`198.51.${places >> 8}.${places & 255}`), 'guess', address);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test('[SI14] guesses from everywhere wait longer each time, up to 15 minutes', async () => {
  await home();
  expect(await guess(33)).toEqual({ 401: 30, 429: 3 });
  const refused = await enter(at('192.0.2.1'), 'guess');
  expect(problemOf(refused)).toEqual([
    429,
    {
      code: 'too-many-tries',
      details: {
        ...{ wait: expect.stringMatching(/^[12] seconds?$/), unit: 'seconds' },
        ...{ amount: expect.any(Number), seconds: expect.any(Number) },
      },
    },
  ]);
  expect(refused.headers.get('retry-after')).toBe('2');
  const waits = [];
  for (let each = 0; each < 11; each++) {
    const { seconds } = (problemOf(await enter(at('192.0.2.1'), 'guess'))[1] as never as Refused).details;
    waits.push(seconds);
    ahead += seconds * 1_000;
    expect(await guess(1)).toEqual({ 401: 1 });
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('an address without an account waits in the same way', async () => {
  expect(await guess(33, 'nobody@example.com')).toEqual({ 401: 30, 429: 3 });
});

test('a known device is not locked out, and is counted separately', async () => {
  const owner = await home();
  await guess(32);
  // From another place, as a phone has on its way.
  const jar = new Map(
    owner
      .cookie()
      .split('; ')
      .map((each) => each.split(/=(.*)/s, 2) as [string, string]),
  );
  jar.delete('__Host-lineup.session_token');
  const phone = visit(local, jar, { 'x-forwarded-for': '192.0.2.9' });
  expect((await enter(at('192.0.2.9'))).status).toBe(429);
  expect((await enter(phone)).status).toBe(200);
  for (let each = 0; each < 10; each++) expect((await enter(phone, 'typo')).status).toBe(401);
  expect((await enter(phone)).status).toBe(429);
  ahead += 6_000;
  expect((await enter(phone)).status).toBe(200);
  const { entries } = (await owner.call(getOwnSecurityLog, { query: {} })).value;
  const places = entries.filter(({ type }) => type === 'sign-in-throttled').map(({ place }) => place);
  expect(places).toContain('192.0.2.0/24');
  expect(places).toHaveLength(new Set(places).size);
  // It proves no other account.
  await guess(32, 'bo@example.com');
  expect((await enter(phone, 'guess', 'bo@example.com')).status).toBe(429);
});

test('the known-device cookie is signed, and a new password invalidates it', async () => {
  const owner = await home();
  await guess(32);
  const shown = /lineup\.device=([^;]+)/.exec(owner.cookie())?.[1] ?? '';
  const showing = (device: string) =>
    visit(local, new Map([['__Host-lineup.device', device]]), { 'x-forwarded-for': '192.0.2.9' });
  expect((await enter(showing(`x${shown}`))).status).toBe(429);
  expect((await enter(showing(shown))).status).toBe(200);
  const next = 'another password';
  await owner.call(changePassword, { body: { current: password, next, revokeTokens: true } });
  expect((await enter(showing(shown), next)).status).toBe(429);
  const renewed = /lineup\.device=([^;]+)/.exec(owner.cookie())?.[1] ?? '';
  expect((await enter(showing(renewed), next)).status).toBe(200);
});

test('the cookie of a shared tablet stays short, however many people sign in on it', async () => {
  const tablet = at('203.0.113.7');
  for (let each = 0; each < 12; each++) await tablet.call(register, { body: person(`Bo${each}`) });
  const [known = ''] = /lineup\.device=[^;]*/.exec(tablet.cookie()) ?? [];
  expect(known.split('~')).toHaveLength(9);
});

test('a right password ends no wait of those who guess', async () => {
  await home();
  expect(await guess(29)).toEqual({ 401: 29 });
  expect((await enter(at('192.0.2.9'))).status).toBe(200);
  expect(await guess(3)).toEqual({ 401: 1, 429: 2 });
});

test('a clock that is set back makes nobody wait longer, and after a day guesses are forgotten', async () => {
  await home();
  await guess(32);
  const seconds = async () =>
    ((await enter(at('192.0.2.9'))).value as unknown as { problem: Refused }).problem;
  ahead = -3_600_000;
  expect((await seconds()).details.seconds).toBeLessThan(60);
  ahead = 24 * 3_600_000 + 1_000;
  expect(await guess(30)).toEqual({ 401: 30 });
});

test('a reset link lets the owner in at once while guessing goes on', async () => {
  await home();
  await guess(32);
  const owner = at('192.0.2.1');
  expect((await enter(owner)).status).toBe(429);
  const token = await linkFor(server, email);
  await owner.call(resetPassword, { body: { token, password: 'another password' } });
  await guess(32);
  expect((await enter(owner, 'another password')).status).toBe(200);
});

test('a restart keeps the counts', async () => {
  await home();
  await guess(32);
  const [place, wrong] = [at('192.0.2.1'), 'bo@example.com'];
  for (let each = 0; each < 10; each++) await enter(place, 'guess', wrong);
  await server.stop();
  await start();
  expect((await enter(at('192.0.2.2'))).status).toBe(429);
  expect((await enter(at('192.0.2.1'), 'guess', wrong)).status).toBe(429);
  ahead = 86_400_000 + MINUTE;
  expect((await enter(at('192.0.2.2'))).status).toBe(200);
});

test('wrong passwords of a signed-in person count for the session and lock nobody else out', async () => {
  const thief = await home();
  const owner = at('203.0.113.7');
  await enter(owner);
  const statuses = [];
  for (let each = 0; each < 11; each++) {
    statuses.push((await thief.call(deleteAccount, { body: { password: 'guess' } })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  const change = { current: password, next: 'another password', revokeTokens: true };
  expect((await owner.call(changePassword, { body: change })).status).toBe(200);
});

test('a person can change their account at most 120 times a minute, from all sessions together', async () => {
  const owner = await home();
  const other = at('192.0.2.1');
  await enter(other);
  const statuses = new Set<number>();
  for (let each = 0; each < 120; each++) {
    statuses.add((await owner.call(revokeToken, { params: { id: 'none' } })).status);
  }
  expect([...statuses]).toEqual([200]);
  const more = await other.call(revokeToken, { params: { id: 'none' } });
  expect(problemOf(more)).toEqual([429, { code: 'too-many-requests' }]);
});

test('when too many passwords have to be checked, the server says to try again', async () => {
  await home();
  await slowDownPassword(server, email);
  setPasswordCost();
  const slow = Array.from({ length: 6 }, (_, each) => enter(at(`203.0.113.${each}`)));
  const tries = Array.from({ length: 120 }, (_, each) =>
    at(`192.0.2.${each}`).call(register, { body: person(`Bo${each}`) }),
  );
  // Which of them come first depends on the machine.
  const answers = await Promise.all([...slow, ...tries]);
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  const served = answers.filter(({ status }) => status === 200);
  expect(served).toHaveLength(answers.length - busy.length);
  // two at a time, and 50 in line
  expect(served.length).toBeGreaterThanOrEqual(52);
  for (const each of busy) {
    expect(problemOf(each)[1]).toEqual({ code: 'too-busy' });
    expect(each.headers.get('retry-after')).toBe('1');
  }
});

test('a guess for an address that nobody has takes the same work, and so a place in the same line', async () => {
  await home();
  await slowDownPassword(server, email);
  setPasswordCost();
  const slow = Array.from({ length: 6 }, (_, each) => enter(at(`203.0.113.${each}`)));
  const guesses = Array.from({ length: 120 }, (_, each) =>
    enter(at(`192.0.2.${each}`), password, `nobody${each}@example.com`),
  );
  const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 503]));
  await Promise.all(slow);
});

test.skipIf(isOnPostgres)('attempts with made-up addresses do not fill the disk', async () => {
  await home();
  await guess(1, 'somebody@example.com');
  const database = new DatabaseSync(join(dataDir, 'lineup.db'), { timeout: 30_000 });
  database.exec(`
    with recursive made (number) as (select 1 union all select number + 1 from made where number < 50000)
    insert into sign_in_attempts (key, failures, at) select 'made' || number, 0, ${begun} from made
  `);
  await guess(1, 'somebody@example.com');
  const { rows } = database.prepare('select count(*) as rows from sign_in_attempts').get() as {
    rows: number;
  };
  const { failures } = database.prepare('select max(failures) as failures from sign_in_attempts').get() as {
    failures: number;
  };
  database.close();
  expect(rows).toBeLessThan(50_000);
  expect(failures).toBe(2);
});
