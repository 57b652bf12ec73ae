import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changePassword,
  confirmSecondFactor,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../contract/account.ts';
import { changeDocument } from '../../contract/documents.ts';
import { exportHistory } from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import { getOwnSecurityLog, getTeamSecurityLog } from '../../contract/security-log.ts';
import {
  changeRole,
  createInvitation,
  listInvitations,
  removeMember,
  revokeInvitation,
} from '../../contract/teams.ts';
import { createToken, revokeToken } from '../../contract/tokens.ts';
import { eventually } from '../../test/eventually.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { inviteTo, joinTeam } from '../../test/servers/team-members.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { dropSecondFactor, securityLog } from '../operate/commands/accounts.ts';
import { backup } from '../operate/commands/database.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const { password } = person('');
const json = { 'content-type': 'application/json' };
const idOf = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user?.id ?? '';

/** Types of entries, the oldest first. */
async function ownTypes(visitor: Visitor): Promise<string[]> {
  const { value } = await visitor.call(getOwnSecurityLog, { query: {} });
  return value.entries.map(({ type }) => type).reverse();
}
async function teamTypes(manager: Visitor, team: string): Promise<string[]> {
  const { value } = await manager.call(getTeamSecurityLog, { params: { team }, query: {} });
  return value.entries.map(({ type }) => type).reverse();
}

test('[SL1] [SL6] people see what happened to their account, with device and network', async () => {
  const browser =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  const ana = await newcomer(server.address, 'Ana');
  const tablet = visit(server.address, new Map(), { 'user-agent': browser });
  await tablet.call(signIn, { body: { email: 'ana@example.com', password: 'a guess' } });
  await tablet.call(signIn, { body: { email: 'ana@example.com', password } });
  const token = await ana.call(createToken, {
    body: { name: 'Printer', scope: 'read', team: null, days: 7, password },
  });
  await ana.call(revokeToken, { params: { id: token.value.id } });
  await ana.call(changePassword, { body: { current: 'a guess', next: 'a better one', revokeTokens: true } });
  await ana.call(changePassword, { body: { current: password, next: 'a better one', revokeTokens: true } });
  expect(await ownTypes(ana)).toEqual([
    'signed-in',
    'sign-in-failed',
    'signed-in',
    'token-created',
    'token-revoked',
    'sign-in-failed',
    'password-changed',
  ]);
  const { value } = await ana.call(getOwnSecurityLog, { query: {} });
  const id = await idOf(ana);
  expect(value.entries.at(-3)).toMatchObject({
    type: 'signed-in',
    person: { id, name: 'Ana Sample' },
    by: null,
    device: 'Chrome on Android',
    place: '127.0.0.0/24',
    details: { method: 'password' },
  });
  const text = JSON.stringify(value);
  for (const secret of [password, 'a guess', 'a better one', token.value.secret, 'ana@example.com'])
    expect(text).not.toContain(secret);
});

test('[SL1] second factors and wrong codes are recorded, also what the operator does', async () => {
  const bea = await newcomer(server.address, 'Bea');
  const { value } = await bea.call(startSecondFactor, { body: { password } });
  await bea.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  const elsewhere = visit(server.address);
  await elsewhere.call(signIn, { body: { email: 'bea@example.com', password } });
  await elsewhere.call(signInBySecondFactor, { body: { code: '12345', trust: false } });
  await elsewhere.call(signInBySecondFactor, { body: { code: codeOf(value.secret, 1), trust: false } });
  await runCommand(dropSecondFactor, ['bea@example.com'], server.dataDir);
  await eventually(async () =>
    expect(await ownTypes(bea)).toEqual([
      'signed-in',
      'second-factor-added',
      'sign-in-failed',
      'signed-in',
      'second-factor-removed',
    ]),
  );
  const { entries } = (await bea.call(getOwnSecurityLog, { query: {} })).value;
  expect(entries[0]?.by).toEqual({ id: 'operator', name: '' });
  expect(entries[1]?.details).toEqual({ method: 'code' });
});

test('[SL3] managers read about roles, invites and members, without addresses; others read nothing', async () => {
  const [carla, dan, eve] = await Promise.all(
    ['Carla', 'Dan', 'Eve'].map((name) => newcomer(server.address, name)),
  );
  if (!carla || !dan || !eve) throw new Error();
  const team = await newTeam(carla);
  await joinTeam(carla, team, 'viewer', dan);
  const user = await idOf(dan);
  await carla.call(changeRole, { params: { team, user }, body: { role: 'lead' } });
  await carla.call(changeRole, { params: { team, user }, body: { role: 'lead' } });
  const link = await carla.call(createInvitation, {
    params: { team },
    body: { role: 'lead', days: 1, once: true },
  });
  await carla.call(revokeInvitation, { params: { team, id: link.value.id } });
  await visit(server.address).call(signIn, { body: { email: 'dan@example.com', password } });
  await eventually(async () =>
    expect(await teamTypes(carla, team)).toEqual([
      'team-created',
      'invite-created',
      'member-joined',
      'role-changed',
      'invite-created',
      'invite-revoked',
      'signed-in',
    ]),
  );
  const { value, text } = await carla.call(getTeamSecurityLog, { params: { team }, query: {} });
  expect(value.entries[3]).toMatchObject({
    person: { id: user, name: 'Dan Sample' },
    by: { name: 'Carla Sample' },
    details: { role: 'lead' },
  });
  expect(text).not.toContain('127.0.0');
  expect((await dan.call(getTeamSecurityLog, { params: { team }, query: {} })).status).toBe(403);
  expect((await eve.call(getTeamSecurityLog, { params: { team }, query: {} })).status).toBe(404);

  await carla.call(removeMember, { params: { team, user } });
  await visit(server.address).call(signIn, { body: { email: 'dan@example.com', password } });
  expect((await teamTypes(carla, team)).slice(-1)).toEqual(['member-removed']);
  expect(await ownTypes(dan)).toContain('member-removed');
});

test('refused requests and tokens are recorded once, for those who may read about them', async () => {
  const [ida, jan, kim] = await Promise.all(
    ['Ida', 'Jan', 'Kim'].map((name) => newcomer(server.address, name)),
  );
  if (!ida || !jan || !kim) throw new Error();
  const team = await newTeam(ida);
  await joinTeam(ida, team, 'viewer', jan);
  for (let each = 0; each < 3; each++) {
    await jan.call(getTeamSecurityLog, { params: { team }, query: {} });
    await kim.call(getTeamSecurityLog, { params: { team }, query: {} });
    await visit(server.address, new Map(), { authorization: 'Bearer lineup_made-up' }).call(getMe, {});
    await visit(server.address).call(signIn, { body: { email: 'nobody@example.com', password } });
    await kim.send('/api/teams?role=manager', { method: 'POST', headers: json, body: '{}' });
  }
  const body = { id: 'renamed', change: { type: 'team.rename', name: 'Mine' } } as const;
  await jan.call(changeDocument, { params: { team, document: team }, body });
  const types = ['access-refused', 'request-invalid', 'sign-in-unknown', 'token-refused'];
  const people = [null, await idOf(jan), await idOf(kim)];
  await eventually(async () => {
    const { stdout } = await runCommand(securityLog, ['--json'], server.dataDir);
    const entries = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const found = entries.filter(({ type, user }) => types.includes(type) && people.includes(user));
    expect(found.map(({ type }) => type).sort()).toEqual(['access-refused', 'access-refused', ...types]);
  });
  // Once by a request, and once by a change.
  expect((await teamTypes(ida, team)).filter((type) => types.includes(type))).toEqual([
    'access-refused',
    'access-refused',
  ]);
  expect(await ownTypes(kim)).toEqual(['signed-in', 'access-refused']);
});

test('a revoked token’s use, and a page that asks for another team, name the person', async () => {
  const [lea, mia] = await Promise.all(['Lea', 'Mia'].map((name) => newcomer(server.address, name)));
  if (!lea || !mia) throw new Error();
  const terms = { name: 'Printer', scope: 'read', team: null, days: 7, password } as const;
  const { id, secret } = (await lea.call(createToken, { body: terms })).value;
  await lea.call(revokeToken, { params: { id } });
  await visit(server.address, new Map(), { authorization: `Bearer ${secret}` }).call(getMe, {});
  const team = await newTeam(mia);
  const socket = await lea.live();
  await greet(socket);
  for (let each = 0; each < 3; each++) {
    const gone = heard(socket, 'gone');
    socket.send(JSON.stringify({ type: 'watch', team, document: team }));
    await gone;
  }
  socket.close();
  await eventually(async () => {
    const { entries } = (await lea.call(getOwnSecurityLog, { query: {} })).value;
    expect(entries.slice(0, 2).map(({ type, details }) => ({ type, details }))).toEqual([
      { type: 'access-refused', details: {} },
      { type: 'token-refused', details: { name: 'Printer' } },
    ]);
    expect(entries[2]?.type).toBe('token-revoked');
  });
  expect(await teamTypes(mia, team)).toEqual(['team-created']);
});

test('[SL11] what an API token did, or may not do, names the token', async () => {
  const nia = await newcomer(server.address, 'Nia');
  const team = await newTeam(nia);
  const terms = { name: 'Payroll', scope: 'write', team, days: 7, password } as const;
  const { secret } = (await nia.call(createToken, { body: terms })).value;
  const script = visit(server.address, new Map(), { authorization: `Bearer ${secret}` });
  expect((await script.call(exportHistory, { params: { team }, query: {} })).status).toBe(200);
  await inviteTo(nia, team, 'viewer');
  const [invite] = (await script.call(listInvitations, { params: { team } })).value.invitations;
  await script.call(revokeInvitation, { params: { team, id: invite?.id ?? '' } });
  expect((await script.call(getOwnSecurityLog, { query: {} })).status).toBe(403);
  const device = 'API token “Payroll”';
  const ofTeam = (await nia.call(getTeamSecurityLog, { params: { team }, query: {} })).value.entries;
  expect(ofTeam.slice(0, 3)).toMatchObject([
    { type: 'invite-revoked', by: { name: 'Nia Sample' }, device },
    { type: 'invite-created' },
    { type: 'exported', by: { name: 'Nia Sample' }, device },
  ]);
  const { entries } = (await nia.call(getOwnSecurityLog, { query: {} })).value;
  expect(entries[0]).toMatchObject({ type: 'access-refused', device });
});

test('the log comes in pages', async () => {
  const gus = await newcomer(server.address, 'Gus');
  const team = await newTeam(gus);
  for (let each = 0; each < 60; each++) {
    await inviteTo(gus, team, 'viewer');
  }
  const first = (await gus.call(getTeamSecurityLog, { params: { team }, query: {} })).value;
  expect(first.entries).toHaveLength(50);
  const query = { before: first.next ?? '' };
  const second = (await gus.call(getTeamSecurityLog, { params: { team }, query })).value;
  expect(second).toMatchObject({ entries: { length: 11 }, next: null });
  expect(second.entries.at(-1)?.type).toBe('team-created');
});

test('[SL5] the operator reads the whole log, or what is about one person', async () => {
  await newcomer(server.address, 'Hal');
  const run = (typed: string[]) => runCommand(securityLog, typed, server.dataDir);
  await eventually(async () => {
    const { stdout } = await run(['--email', 'hal@example.com']);
    expect(stdout).toMatch(
      /^\S+Z {2}hal@example\.com {2}Signed in with a new account {2}\S.* {2}127\.0\.0\.0\/24\n$/,
    );
  });
  await runCommand(backup, [join(server.dataDir, 'copy.db')], server.dataDir);
  const { stdout } = await run(['--json', '--since', '2020-01-01']);
  const types = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(types).toEqual(
    expect.arrayContaining([
      ...['signed-in', 'second-factor-removed', 'team-created'],
      ...(isOnPostgres ? [] : ['backup-created']),
    ]),
  );
  expect((await run(['--since', '2999-01-01'])).stdout).toBe('');
  const { at } = JSON.parse(stdout.split('\n')[0] ?? '');
  const timesSince = async (time: number) => {
    const recent = await run(['--json', '--since', new Date(time).toISOString()]);
    return recent.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).at]));
  };
  expect(await timesSince(at)).toEqual([at]);
  expect(await timesSince(at + 1)).toEqual([]);
  for (const typed of ['soon', '2026-02-30', '2026-02-30T09:30Z']) {
    expect((await run(['--since', typed])).stderr).toMatch(/not a date/);
  }
  expect((await run(['--email', 'nobody@example.com'])).stderr).toMatch(/^Nobody has an account/);
  expect(await run(['--all'])).toMatchObject({ code: 1 });
});
