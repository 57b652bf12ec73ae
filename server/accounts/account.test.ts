import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changeNames,
  changePassword,
  deleteAccount,
  getSecurity,
  register,
  resetPassword,
  signIn,
} from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { listMembers } from '../../contract/teams.ts';
import { createToken } from '../../contract/tokens.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  signInElsewhere,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';
import { newId } from '../id.ts';
import { hashPassword } from './password-policy.ts';

let server: RunningServer;
let ahead = 0;
beforeAll(async () => {
  server = await runServer({ now: () => Date.now() + ahead });
});
afterAll(() => server.stop());

const { password } = person('');
const nobody = { user: null, teams: [] };

const elsewhere = (name: string, headers = {}) => signInElsewhere(server.address, name, headers);

/** Writes to the database, for states no page can create. */
const write = (sql: string, ...values: string[]) => query(server.dataDir, sql, ...values);

test('[OA1] new names and a new address reach every open page of the person, and the lists of their teams', async () => {
  const ana = await newcomer(server.address, 'Ana');
  const team = await newTeam(ana);
  const bo = await newcomer(server.address, 'Bo');
  await joinTeam(ana, team, 'lead', bo);
  const [page, other] = await Promise.all([(await elsewhere('Ana')).live(), bo.live()]);
  await Promise.all([greet(page), greet(other)]);

  let told = [heard(page, 'me'), heard(other, 'listed')];
  const names = await ana.call(changeNames, { body: { firstName: ' anna ', lastName: 'García' } });
  expect(names.value.user).toMatchObject({ firstName: 'Anna', lastName: 'García', email: 'ana@example.com' });
  expect(await Promise.all(told)).toEqual([
    { type: 'me', ...names.value },
    { type: 'listed', team },
  ]);

  told = [heard(page, 'me'), heard(other, 'listed')];
  const email = await ana.call(changeEmail, { body: { email: ' Anna@Example.com ', password } });
  expect(email.value.user).toMatchObject({ firstName: 'Anna', email: 'anna@example.com' });
  expect(await Promise.all(told)).toEqual([
    { type: 'me', ...email.value },
    { type: 'listed', team },
  ]);

  expect((await ana.call(getMe, {})).value).toEqual(email.value);
  const { members } = (await bo.call(listMembers, { params: { team } })).value;
  expect(members[0]).toMatchObject({ firstName: 'Anna', lastName: 'García', email: 'anna@example.com' });
  const signedIn = (address: string) =>
    visit(server.address).call(signIn, { body: { email: address, password } });
  expect((await signedIn('anna@example.com')).status).toBe(200);
  expect((await signedIn('ana@example.com')).status).toBe(401);
  page.close();
  other.close();
});

test.each([
  [{ firstName: ' ', lastName: 'García' }, 'firstName'],
  [{ firstName: 'Ana', lastName: '' }, 'lastName'],
  [{ firstName: 'Ana', lastName: 'x'.repeat(101) }, 'lastName'],
])('names such as %j are refused at their field', async (body, field) => {
  const visitor = await newcomer(server.address, `Named${newId()}`);
  expect(problemOf(await visitor.call(changeNames, { body }))[1]).toMatchObject({ field });
});

test('[OA2] sensitive changes need the password, and name the wrong field', async () => {
  const cleo = await newcomer(server.address, 'Cleo');
  await newcomer(server.address, 'Dan');
  const refused = async (call: Promise<{ status: number; value: unknown }>) => problemOf(await call);
  expect(await refused(cleo.call(changeEmail, { body: { email: 'cleo@', password } }))).toEqual([
    400,
    { code: 'email-unreadable', field: 'email' },
  ]);
  // Who does not know the password does not learn which addresses have an account.
  for (const email of ['dan@example.com', 'cleo2@example.com']) {
    expect(await refused(cleo.call(changeEmail, { body: { email, password: 'guess' } }))).toEqual([
      400,
      { code: 'password-wrong', field: 'password' },
    ]);
  }
  expect(await refused(cleo.call(changeEmail, { body: { email: 'DAN@example.com', password } }))).toEqual([
    409,
    { code: 'email-taken', field: 'email' },
  ]);
  expect(
    await refused(
      cleo.call(changePassword, { body: { current: 'guess', next: 'another one', revokeTokens: true } }),
    ),
  ).toEqual([400, { code: 'password-wrong', field: 'current' }]);
  expect(
    await refused(
      cleo.call(changePassword, { body: { current: password, next: 'short', revokeTokens: true } }),
    ),
  ).toEqual([400, { code: 'password-too-short', field: 'next', details: { min: 8 } }]);
  expect(await refused(cleo.call(deleteAccount, { body: { password: 'guess' } }))).toEqual([
    400,
    { code: 'password-wrong', field: 'password' },
  ]);
  const token = { name: 'Script', scope: 'read', team: null, days: 7, password: 'guess' } as const;
  expect(await refused(cleo.call(createToken, { body: token }))).toEqual([
    400,
    { code: 'password-wrong', field: 'password' },
  ]);
  expect((await cleo.call(getMe, {})).value.user?.email).toBe('cleo@example.com');
});

test('a person without a password needs a sign-in from the last ten minutes', async () => {
  const fay = await newcomer(server.address, 'Fay');
  const { id } = (await fay.call(getMe, {})).value.user ?? { id: '' };
  await write('delete from account where "userId" = ? and "providerId" = \'credential\'', id);
  expect((await fay.call(getSecurity, {})).value.hasPassword).toBe(false);
  ahead = 601_000;
  const late = await fay.call(changePassword, {
    body: { current: '', next: 'a first one', revokeTokens: true },
  });
  ahead = 0;
  expect(problemOf(late)).toEqual([401, { code: 'sign-in-again' }]);
  const first = await fay.call(changePassword, {
    body: { current: '', next: 'a first one', revokeTokens: true },
  });
  expect(first.status).toBe(200);
  expect((await fay.call(getSecurity, {})).value.hasPassword).toBe(true);
  const back = await visit(server.address).call(signIn, {
    body: { email: 'fay@example.com', password: 'a first one' },
  });
  expect(back.status).toBe(200);
});

test('[OA5] the last manager of a team can’t delete the account, and is told which team', async () => {
  const jo = await newcomer(server.address, 'Jo');
  const team = await newTeam(jo, { name: 'Store 7' });
  await newTeam(jo, { name: 'Store 8' });
  await joinTeam(jo, team, 'lead', await newcomer(server.address, 'Kit'));
  const refused = await jo.call(deleteAccount, { body: { password } });
  expect(problemOf(refused)).toEqual([
    409,
    { code: 'last-manager-of', details: { teams: 'Store 7, Store 8' } },
  ]);
  expect((await jo.call(getMe, {})).value.teams).toHaveLength(2);
});

test('a deleted account has left its teams and can’t sign in; its changes stay', async () => {
  const lea = await newcomer(server.address, 'Lea');
  const team = await newTeam(lea);
  const mo = await newcomer(server.address, 'Mo');
  await joinTeam(lea, team, 'manager', mo);
  const name = { params: { team, document: team } };
  await mo.call(changeDocument, {
    ...name,
    body: { id: newId(), change: { type: 'team.rename', name: 'Store 99' } },
  });
  const other = await elsewhere('Mo');
  const [page, manager] = await Promise.all([other.live(), lea.live()]);
  await Promise.all([greet(page), greet(manager)]);
  const told = [heard(page, 'me'), heard(manager, 'listed')];
  const gone = await mo.call(deleteAccount, { body: { password } });
  expect(gone.value).toEqual(nobody);
  expect(mo.cookie()).not.toContain('session');
  expect(await Promise.all(told)).toEqual([
    { type: 'me', ...nobody },
    { type: 'listed', team },
  ]);
  expect((await other.call(getMe, {})).value).toEqual(nobody);
  const { members } = (await lea.call(listMembers, { params: { team } })).value;
  expect(members.map(({ firstName }) => firstName)).toEqual(['Lea']);
  expect((await lea.call(getDocument, name)).value.body).toMatchObject({ name: 'Store 99' });
  const back = await visit(server.address).call(signIn, { body: { email: 'mo@example.com', password } });
  expect(problemOf(back)).toEqual([401, { code: 'credentials-wrong' }]);
  // The address is free again, and whoever takes it is somebody else.
  expect((await (await newcomer(server.address, 'Mo')).call(getMe, {})).value.teams).toEqual([]);
  page.close();
  manager.close();
});

test('access tokens end with the account', async () => {
  const ned = await newcomer(server.address, 'Ned');
  const body = { name: 'Script', scope: 'read', team: null, days: 7, password } as const;
  const { secret } = (await ned.call(createToken, { body })).value;
  const byToken = () =>
    visit(server.address).send('/api/me', { headers: { authorization: `Bearer ${secret}` } });
  expect((await byToken()).status).toBe(200);
  await ned.call(deleteAccount, { body: { password } });
  expect((await byToken()).status).toBe(401);
  expect(await query(server.dataDir, 'select * from access_tokens')).toEqual([]);
});

test('[OA6] the operator’s password rules apply to registering, changing and resetting', async () => {
  const list = join(server.dataDir, 'known.txt');
  writeFileSync(list, 'correct horse\n');
  const strict = await runServer({ env: { PASSWORD_MINIMUM: '12', BREACHED_PASSWORDS: list } });
  const tooShort = (field: string) => [400, { code: 'password-too-short', field, details: { min: 12 } }];
  const known = (field: string) => [400, { code: 'password-does-not-meet-requirements', field }];
  const visitor = visit(strict.address);
  const registering = async (typed: string) =>
    problemOf(await visitor.call(register, { body: { ...person('Oda'), password: typed } }));
  expect(await registering('eleven char')).toEqual(tooShort('password'));
  expect(await registering('correct horse')).toEqual(known('password'));
  const oda = await newcomer(strict.address, 'Oda');
  const changing = async (next: string) =>
    problemOf(await oda.call(changePassword, { body: { current: password, next, revokeTokens: true } }));
  expect(await changing('eleven char')).toEqual(tooShort('next'));
  expect(await changing('correct horse')).toEqual(known('next'));
  const link = await linkFor(strict, 'oda@example.com');
  const resetting = async (typed: string) =>
    problemOf(await visitor.call(resetPassword, { body: { token: link, password: typed } }));
  expect(await resetting('eleven char')).toEqual(tooShort('password'));
  expect(await resetting('correct horse')).toEqual(known('password'));
  expect(
    (await visitor.call(resetPassword, { body: { token: link, password: 'incorrect horse' } })).status,
  ).toBe(200);
  await strict.stop();
});

test('[OA25] common passwords are refused as new passwords, and existing ones still sign in', async () => {
  const common = (field: string) => [400, { code: 'password-does-not-meet-requirements', field }];
  const visitor = visit(server.address);
  for (const typed of [
    'password',
    'PassWord1',
    '12345678',
    'Qwertyuiop',
    'iloveyou',
    'Summer2026',
    'p@ssw0rd!',
  ]) {
    const form = { ...person('Olga'), password: typed };
    expect(problemOf(await visitor.call(register, { body: form }))).toEqual(common('password'));
  }
  const olga = await newcomer(server.address, 'Olga');
  const change = { current: password, next: 'Princess1', revokeTokens: true };
  expect(problemOf(await olga.call(changePassword, { body: change }))).toEqual(common('next'));
  const token = await linkFor(server, 'olga@example.com');
  const reset = await visitor.call(resetPassword, { body: { token, password: 'Password1' } });
  expect(problemOf(reset)).toEqual(common('password'));
  const old = await hashPassword('secret');
  const { id } = (await olga.call(getMe, {})).value.user ?? { id: '' };
  await write('update account set password = ? where "userId" = ?', old, id);
  const body = { email: 'olga@example.com', password: 'secret' };
  expect((await visitor.call(signIn, { body })).status).toBe(200);
});
