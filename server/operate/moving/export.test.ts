import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { register, signIn } from '../../../contract/account.ts';
import { changeDocument, getDocument } from '../../../contract/documents.ts';
import { listMembers, uploadLogo } from '../../../contract/teams.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { hostedLayout, hostedUser, maple, pack } from '../../../test/servers/hosted-files.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import { person, runServer, visit } from '../../../test/servers/running-server.ts';
import { query } from '../../../test/stores/stored-data.ts';
import { exportAll, importFirebase } from '../commands/move.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const team = 'maple';

const bodies = async (dataDir: string) =>
  (await query(dataDir, 'select team_id, document_id, body from snapshots order by 1, 2')).map(
    ({ body, ...name }) => ({
      ...name,
      body: JSON.parse(String(body)),
    }),
  );
const members = (dataDir: string) => query(dataDir, 'select * from members order by joined_at');
const connections = (dataDir: string) =>
  query(dataDir, 'select team_id, provider, settings, terms, roles from schedule_connections');
const accounts = (dataDir: string) =>
  query(
    dataDir,
    `select u.id, email, language, "firstName", "lastName", "emailVerified", u."createdAt", a."providerId", a."accountId", a.password
    from "user" u join account a on a."userId" = u.id order by 1, 7`,
  );

/** A store that was imported and then used here. */
async function aStore(dataDir: string): Promise<void> {
  const data = {
    ...maple.data,
    layouts: {
      day: hostedLayout(),
      past: hostedLayout({ date: '2020-02-29' }),
      gone: hostedLayout({ date: '2020-03-01' }),
    },
  };
  await runCommand(importFirebase, pack(folder, { ...maple, data }), dataDir);
  const server = await runServer({ dataDir });
  const ana = visit(server.address);
  await ana.call(signIn, { body: { email: 'ana@example.com', password: 'user1password' } });
  const change = async (document: string, id: string, made: object) => {
    const { status, text } = await ana.call(changeDocument, {
      params: { team, document },
      body: { id, change: made as never },
    });
    expect(status, text).toBe(200);
  };
  await change(team, 'c1', { type: 'team.breaks', breakMinMinutes: 240, breakTimerMinutes: 20 });
  await change(team, 'c5', { type: 'team.columns', columns: { name: 'Who' } });
  await change('gone', 'c2', { type: 'layout.delete' });
  await change('weekday', 'c3', { type: 'template.delete' });
  await change('past', 'c4', { type: 'shift.delete', shift: '-416763347' });
  const position = { rotation: 'r0', position: 's1p0' };
  await change('day', 'c6', {
    type: 'chart.set',
    rotation: 'r0',
    people: 2,
    cells: [{ position: 's1p0', by: null }],
  });
  await change('day', 'c7', { type: 'position.planning', ...position, priority: 'must', breaker: true });
  await change('day', 'c8', { type: 'rotation.headcount', rotation: 'r0', people: 2 });
  const [{ id: shift } = { id: '' }] = (
    (await ana.call(getDocument, { params: { team, document: 'day' } })).value.body as Layout
  ).shifts;
  await change('day', 'c9', { type: 'seat.lock', shift, ...position, locked: true });
  const logo = await ana.call(uploadLogo, { params: { team }, body: { base64: dot } });
  expect(logo.status, logo.text).toBe(200);
  await visit(server.address).call(register, { body: { ...person('Cleo'), language: 'es' } });
  await server.stop();
  await query(
    dataDir,
    `insert into members select '${team}', id, 'viewer', ${Date.now() + 1_000} from "user" where "firstName" = 'Cleo'`,
  );
  await query(
    dataDir,
    `insert into account (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
    select 'a1', 'sub-1', 'oidc', id, "createdAt", "updatedAt" from "user" where "firstName" = 'Cleo'`,
  );
}

test('[MV1] [MV26] an export that is imported elsewhere is the same store, with the same people', async () => {
  const [here, there, out] = ['here', 'there', 'out'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await aStore(here);
  const exported = await runCommand(exportAll, ['--out', out], here);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  expect(exported.stdout).toContain('1 teams, 1 templates, 3 layouts');
  const files = ['--auth', join(out, 'users.json'), '--firestore', join(out, 'data.json')];
  const imported = await runCommand(importFirebase, ['firebase', ...files], there);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).not.toContain('Skipped');
  const difference = imported.stdout.split('Imported with changes:\n')[1];
  expect(difference).toBe('  teams/maple: Enter the sign-in for hotschedules again.\n');

  expect(await bodies(there)).toEqual(await bodies(here));
  expect((await bodies(there)).filter(({ body }) => body.deleted)).toHaveLength(2);
  const day = (await bodies(there)).find(({ body }) => body.locks)?.body;
  expect(day.locks).toHaveLength(1);
  expect(day.rotations[0]).toMatchObject({ people: 2, charts: [{ people: 2, coveredBy: { s1p0: null } }] });
  expect(await members(there)).toEqual(await members(here));
  expect(await accounts(there)).toEqual(await accounts(here));
  expect(await query(there, 'select * from logos')).toEqual(await query(here, 'select * from logos'));
  expect(await connections(there)).toEqual(await connections(here));
  const again = join(folder, 'again');
  await runCommand(exportAll, ['--out', again], there);
  for (const name of ['users.json', 'data.json'])
    expect(readFileSync(join(again, name)).equals(readFileSync(join(out, name))), name).toBe(true);

  const server = await runServer({ dataDir: there });
  for (const [email, password] of [
    ['ana@example.com', 'user1password'],
    ['bo@example.com', 'user1password'],
    ['cleo@example.com', person('').password],
  ] as const) {
    const visitor = visit(server.address);
    const { status, value } = await visitor.call(signIn, { body: { email, password } });
    expect([status, value.teams.map(({ id }) => id)], email).toEqual([200, [team]]);
    expect((await visitor.call(listMembers, { params: { team } })).value.members).toHaveLength(3);
  }
  await server.stop();
});

test('an export has the hosted back end’s format, and no secret of a team', async () => {
  const [here, out] = [join(folder, 'here'), join(folder, 'out')];
  const source = { ...maple, users: { users: [hostedUser('ana')] } };
  await runCommand(importFirebase, pack(folder, source), here);
  await runCommand(exportAll, ['--out', out], here);
  const read = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'));
  const [user] = read('users.json').users;
  const { lastSignedInAt: _, ...given } = hostedUser('ana');
  expect(user).toEqual({ ...given, displayName: 'Ana Müller' });
  const data = read('data.json');
  expect(data.users).toEqual({ ana: { firstName: 'Ana', lastName: 'Müller', teams: [team] } });
  const { lineup: __, ...layout } = data.layouts.day;
  expect(layout).toMatchObject({
    teamID: team,
    template: 'Weekday',
    shifts: [{ breaks: [1_795_000_000_000] }],
  });
  expect(data.teams.maple).toMatchObject({
    members: ['ana'],
    integrations: { hotschedules: { user: 'maple-manager', pass: '' } },
    lineup: { members: { ana: { role: 'manager' } } },
  });
  expect(readFileSync(join(out, 'data.json'), 'utf8')).not.toContain('schedule password');
  expect(statSync(join(out, 'users.json')).mode & 0o077).toBe(0);
});

test('[MV26] deleted documents are where the hosted back end does not look', async () => {
  const [here, out] = [join(folder, 'here'), join(folder, 'out')];
  await aStore(here);
  await runCommand(exportAll, ['--out', out], here);
  const { templates, layouts, lineup } = JSON.parse(readFileSync(join(out, 'data.json'), 'utf8'));
  expect([templates, layouts].map(Object.keys)).toEqual([[], ['day', 'past']]);
  expect([lineup.templates, lineup.layouts].map(Object.keys)).toEqual([['weekday'], ['gone']]);
});

test('nothing is overwritten, and a missing database is reported in a sentence', async () => {
  const [here, out] = [join(folder, 'here'), join(folder, 'out')];
  await runCommand(importFirebase, pack(folder, maple), here);
  await runCommand(exportAll, ['--out', out], here);
  const before = readFileSync(join(out, 'users.json'));
  const again = await runCommand(exportAll, ['--out', out], here);
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/users\.json already exists; choose another folder with --out\.$/);
  expect(readFileSync(join(out, 'users.json'))).toEqual(before);
  rmSync(join(out, 'users.json'));
  expect((await runCommand(exportAll, ['--out', out], here)).stderr).toMatch(/data\.json already exists/);
  expect(existsSync(join(out, 'users.json'))).toBe(false);
  expect(await runCommand(exportAll, ['elsewhere'], here)).toMatchObject({ code: 1, stderr: '[--out DIR]' });
});
