import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  confirmSecondFactor,
  getSecurity,
  register,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../../contract/account.ts';
import { protocol, type ServerMessage } from '../../../contract/live.ts';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { codeOf } from '../../../test/servers/authenticators.ts';
import {
  heard,
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  signInElsewhere,
  visit,
} from '../../../test/servers/running-server.ts';
import { openPostgresStore } from './postgres.ts';

let database: TestDatabase;
let dataDir: string;
let server: RunningServer;
const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
const start = () => runServer({ dataDir, log, env: { DATABASE_URL: database.url } });
beforeAll(async () => {
  database = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-postgres-server-'));
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('a team, its changes and its people are there after a restart, and pages see each other', async () => {
  const ana = await newcomer(server.address, 'Ana');
  const team = await newTeam(ana, { sample: true });
  const [one, other] = [await ana.live(), await (await signInElsewhere(server.address, 'Ana')).live()];
  for (const socket of [one, other]) {
    socket.send(JSON.stringify({ type: 'hello', protocol }));
    socket.send(JSON.stringify({ type: 'watch', team, document: team }));
    await heard(socket, 'snapshot');
  }
  const seen = heard(other, 'changed');
  const change = { type: 'team.rename', name: 'Store 13' };
  one.send(JSON.stringify({ type: 'change', team, document: team, id: 'a'.repeat(22), change }));
  expect(await heard(one, 'accepted')).toMatchObject({ version: 2 });
  expect(await seen).toMatchObject({ version: 2, change });
  await server.stop();
  server = await start();
  const again = await signInElsewhere(server.address, 'Ana');
  const socket = await again.live();
  const me = heard(socket, 'me') as Promise<Extract<ServerMessage, { type: 'me' }>>;
  socket.send(JSON.stringify({ type: 'hello', protocol }));
  expect((await me).teams).toMatchObject([{ id: team, name: 'Store 13', role: 'manager' }]);
  socket.close();
});

test('a second factor that was turned on is asked for, and is on in the settings', async () => {
  const { email, password } = person('Bo');
  const bo = await newcomer(server.address, 'Bo');
  const { secret } = (await bo.call(startSecondFactor, { body: { password } })).value;
  expect((await bo.call(confirmSecondFactor, { body: { code: codeOf(secret) } })).status).toBe(200);
  const late = visit(server.address);
  expect((await late.call(signIn, { body: { email, password } })).status).toBe(401);
  const body = { code: codeOf(secret, 1), trust: false };
  expect((await late.call(signInBySecondFactor, { body })).status).toBe(200);
  expect((await late.call(getSecurity, {})).value).toMatchObject({ hasSecondFactor: true });
});

test('an address that no mailbox can have is a sentence, and a version that no document can have is none', async () => {
  const email = 'cy\0@example.com';
  const { password } = person('Cy');
  const cy = visit(server.address);
  const refused = [
    await cy.call(signIn, { body: { email, password } }),
    await cy.call(register, { body: { ...person('Cy'), email } }),
  ].map(({ status, text }) => [status, JSON.parse(text).problem.code]);
  expect(refused).toEqual([
    [401, 'credentials-wrong'],
    [400, 'email-unreadable'],
  ]);
  const dee = await newcomer(server.address, 'Dee');
  const team = await newTeam(dee);
  const socket = await dee.live();
  const hello = heard(socket, 'hello') as Promise<Extract<ServerMessage, { type: 'hello' }>>;
  socket.send(JSON.stringify({ type: 'hello', protocol }));
  const { epoch } = await hello;
  for (const since of [0.5, -1]) {
    const snapshot = heard(socket, 'snapshot');
    socket.send(JSON.stringify({ type: 'watch', team, document: team, since, epoch }));
    expect(await snapshot).toMatchObject({ version: 1 });
  }
  socket.close();
  expect(logged).toEqual([]);
});

test('of two who take an address at once, one gets it, and the other reads that it is taken', async () => {
  const people = await Promise.all(['Eve', 'Fay'].map((name) => newcomer(server.address, name)));
  const { password } = person('Eve');
  for (let round = 0; round < 4; round++) {
    const body = { email: `both${round}@example.com`, password };
    const changed = await Promise.all(people.map((each) => each.call(changeEmail, { body })));
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const form = { ...person('Gil'), email: `two${round}@example.com` };
    const made = await Promise.all([1, 2].map(() => visit(server.address).call(register, { body: form })));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  expect(logged).toEqual([]);
});

test('[SV3] a node whose clock is hours off, or is set, goes by the clock of PostgreSQL', async () => {
  const real = Date.now;
  const logged: unknown[] = [];
  const logError = (error: unknown) => void logged.push(String(error));
  try {
    Date.now = () => real() + 5 * 3_600_000;
    const store = await openPostgresStore(database.url, { logError });
    const isRight = () => Math.abs(Date.now() + store.clockOffset() - real()) < 1_000;
    expect(isRight()).toBe(true);
    Date.now = () => real() - 3_600_000;
    expect(isRight()).toBe(true);
    await store.close();
  } finally {
    Date.now = real;
  }
  expect(logged).toEqual([
    expect.stringMatching(/The clock of this machine is 1[78]\d{3} seconds ahead of PostgreSQL's\./),
  ]);
});
