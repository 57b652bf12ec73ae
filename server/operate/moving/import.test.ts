import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { changePassword, signIn } from '../../../contract/account.ts';
import { getMe } from '../../../contract/me.ts';
import { listConnections } from '../../../contract/schedule.ts';
import {
  hostedLayout,
  hostedTeam,
  hostedTemplate,
  hostedUser,
  maple,
} from '../../../test/servers/hosted-files.ts';
import { counts, importFolder, linesOf } from '../../../test/servers/import-folder.ts';
import { startProcess } from '../../../test/servers/real-process.ts';
import { newcomer, runServer, visit } from '../../../test/servers/running-server.ts';
import { databaseUrlOf, isOnPostgres } from '../../../test/stores/test-store.ts';

const files = importFolder();
const { pack, move, rows, dump } = files;
const passwordOf = async (user: string) =>
  String((await rows(`select password from account where "userId" = '${user}'`))[0]?.password);

const enter = async (address: string, user: string, password = 'user1password') => {
  const visitor = visit(address);
  const answer = await visitor.call(signIn, { body: { email: `${user}@example.com`, password } });
  return { visitor, ...answer };
};

test('people, teams, templates and layouts move in, also beside the running server', async () => {
  const server = await runServer({ dataDir: files.dataDir });
  const url = await databaseUrlOf(files.dataDir);
  const { code, stdout, stderr } = await startProcess('lineup.ts', ['import', ...pack(maple)], {
    DATA_DIR: files.dataDir,
    TZ: 'UTC',
    ...(url !== null && { DATABASE_URL: url }),
  }).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(counts(stdout, 'People')).toEqual([2, 0, 0]);
  expect(counts(stdout, 'Teams')).toEqual([1, 0, 0]);
  expect(counts(stdout, 'Layouts')).toEqual([1, 0, 0]);
  expect(stdout).toContain('1 of them had no time zone and now have UTC');

  const { visitor, value } = await enter(server.address, 'ana');
  expect(value).toEqual({
    user: { id: 'ana', email: 'ana@example.com', firstName: 'Ana', lastName: 'Müller' },
    teams: [{ id: 'maple', name: 'Maple Street', color: '#1f5fbf', role: 'manager' }],
  });
  expect((await enter(server.address, 'bo')).value.user).toMatchObject({
    firstName: 'Bo van',
    lastName: 'Sample',
  });
  const { body } = (await visitor.send('/api/teams/maple/documents/day')).value as { body: unknown };
  expect(body).toMatchObject({
    notes: [{ insert: 'Hello\n' }],
    breakTimerMinutes: 30,
    shifts: [{ teamMember: 'Chloe Davis', breaks: [{ startedAt: 1_795_000_000_000 }] }],
    rotations: [{ subareas: [{}, { positions: [{ name: 'Grill', seats: ['hotschedules:-416763347'] }] }] }],
  });
  const { connections } = (await visitor.call(listConnections, { params: { team: 'maple' } })).value;
  expect(connections).toMatchObject([
    { provider: 'hotschedules', settings: { user: 'maple-manager' }, secrets: ['pass'], everyMinutes: null },
  ]);
  expect(JSON.stringify(await dump())).not.toContain('the schedule password');
  await server.stop();
});

test('the first sign-in stores the password with our hash, and the old hash is gone', async () => {
  await move(pack({ ...maple, users: { users: [hostedUser('ana')] } }));
  const server = await runServer({ dataDir: files.dataDir });
  const moved = await passwordOf('ana');
  expect(moved).toMatch(/^\$hosted-scrypt\$/);
  expect((await enter(server.address, 'ana', 'user2password')).status).toBe(401);
  expect(await passwordOf('ana')).toBe(moved);
  const { visitor, status } = await enter(server.address, 'ANA');
  expect(status).toBe(200);
  const kept = await passwordOf('ana');
  expect(kept).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(await dump())).not.toContain(moved);
  expect((await enter(server.address, 'ana')).status).toBe(200);
  expect(await passwordOf('ana')).toBe(kept);
  const body = { current: 'user1password', next: 'another password', revokeTokens: true };
  expect((await visitor.call(changePassword, { body })).status).toBe(200);
  await server.stop();
});

test('[MV6] importing twice changes nothing, and later changes here stay', async () => {
  const packed = pack(maple);
  await move(packed);
  const server = await runServer({ dataDir: files.dataDir });
  await enter(server.address, 'ana');
  await server.stop();
  await rows("delete from members where user_id = 'bo'");
  const before = await dump();
  const { code, stdout } = await move(packed);
  expect(code).toBe(0);
  for (const kind of ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections']) {
    const [made, there, skipped] = counts(stdout, kind);
    expect([made, skipped, (there ?? 0) > 0], kind).toEqual([0, 0, true]);
  }
  expect(await dump()).toEqual(before);
});

test('a person who could not be imported at first joins once they have an account', async () => {
  const half = { ...maple, users: { users: [hostedUser('ana')] } };
  await move(pack(half));
  expect(await rows('select user_id from members')).toEqual([{ user_id: 'ana' }]);
  await move(pack(maple));
  expect(await rows('select user_id from members order by user_id')).toEqual([
    { user_id: 'ana' },
    { user_id: 'bo' },
  ]);
});

test('[MV10] a person who registered here before joins their teams when the operator confirms who they are', async () => {
  const server = await runServer({ dataDir: files.dataDir });
  const ana = await newcomer(server.address, 'Ana');
  const packed = pack(maple);
  const apart = await move(packed);
  expect(apart.stdout).toContain(
    'users/ana (ana@example.com): Someone already has an account here with ana@example.com.',
  );
  expect((await ana.call(getMe, {})).value.teams).toEqual([]);

  const joined = await move([...packed, '--join', 'ANA@example.com']);
  expect(counts(joined.stdout, 'People')).toEqual([0, 2, 0]);
  expect(joined.stdout).toContain('teams/maple: ana@example.com joined.');
  const { user, teams } = (await ana.call(getMe, {})).value;
  expect(teams).toEqual([{ id: 'maple', name: 'Maple Street', color: '#1f5fbf', role: 'manager' }]);
  expect(user).toMatchObject({ id: expect.not.stringMatching(/^ana$/), lastName: 'Sample' });
  expect((await enter(server.address, 'ana')).status).toBe(401);
  await server.stop();

  const before = await dump();
  expect((await move([...packed, '--join', 'ana@example.com'])).stdout).not.toContain('joined');
  expect(await dump()).toEqual(before);
  expect((await move([...packed, '--join', 'cy@example.com'])).stderr).toMatch(
    /^--join names cy@example\.com, but nobody in .*users\.json has that address\.$/,
  );
});

test.skipIf(isOnPostgres)('[MV7] a dry run reports the same and writes nothing', async () => {
  const team = hostedTeam({ integrations: { hotschedules: { user: 'maple-manager', pass: '' } } });
  const packed = pack({
    ...maple,
    data: { ...maple.data, teams: { maple: hostedTeam(), oak: team } },
  });
  const dry = await move([...packed, '--dry-run']);
  expect(dry.code).toBe(0);
  expect(existsSync(files.dataDir)).toBe(false);
  const real = await move(packed);
  const told = (stdout: string) => stdout.split('\n').slice(1, -1);
  expect(told(dry.stdout)).toEqual([...told(real.stdout), 'Nothing was written: this was a dry run.']);
  expect(counts(dry.stdout, 'Schedule connections')).toEqual([1, 0, 1]);
  const before = await dump();
  const again = await move([...packed, '--dry-run']);
  expect(counts(again.stdout, 'Layouts')).toEqual([0, 1, 0]);
  expect(await dump()).toEqual(before);
});

test.skipIf(isOnPostgres)(
  '[MV7] a dry run leaves an older database, and one that is none, as they are',
  async () => {
    const packed = pack(maple);
    mkdirSync(files.dataDir);
    const older = new DatabaseSync(join(files.dataDir, 'lineup.db'), { enableForeignKeyConstraints: false });
    older.exec(readFileSync(join(import.meta.dirname, '../../../test/data/0.1.0-sqlite.sql'), 'utf8'));
    older.close();
    const before = await dump();
    const { code, stdout } = await move([...packed, '--dry-run']);
    expect([code, counts(stdout, 'Layouts')]).toEqual([0, [1, 0, 0]]);
    expect(await dump()).toEqual(before);

    const text = 'This is not a database at all.'.repeat(40);
    writeFileSync(join(files.dataDir, 'lineup.db'), text);
    expect((await move([...packed, '--dry-run'])).stderr).toMatch(/lineup\.db is not a Lineup database\.$/);
    expect(readFileSync(join(files.dataDir, 'lineup.db'), 'utf8')).toBe(text);
  },
);

test('[MV8] what cannot be imported is left out with its place and the reason', async () => {
  const server = await runServer({ dataDir: files.dataDir });
  await newcomer(server.address, 'Taken');
  await server.stop();
  const users = [
    hostedUser('ana'),
    hostedUser('bo', { disabled: true }),
    hostedUser('cy', { email: 'ANA@example.com' }),
    hostedUser('di', { email: undefined }),
    hostedUser('ed', { email: 'nowhere' }),
    hostedUser('taken'),
    hostedUser('a/b'),
    hostedUser('ana'),
    { email: 'no@example.com' },
  ];
  const data = {
    teams: {
      maple: hostedTeam({
        areas: [],
        logoURL: 'http://logos.example.com/x.png',
        theme: { primaryColor: 'red' },
      }),
      oak: hostedTeam({ name: ' ' }),
      elm: hostedTeam({ breakMinMinutes: 'many' }),
    },
    templates: { weekday: hostedTemplate({ name: '' }), other: hostedTemplate({ teamID: 'pine' }) },
    layouts: {
      day: hostedLayout({ date: 'yesterday' }),
      notes: hostedLayout({ notes: '{' }),
      shifts: hostedLayout({ shifts: 'none' }),
    },
  };
  const { code, stdout } = await move(pack({ users: { users }, data }));
  expect(code).toBe(0);
  expect(counts(stdout, 'People')).toEqual([1, 0, 8]);
  expect(counts(stdout, 'Teams')).toEqual([3, 0, 0]);
  expect(linesOf(stdout)).toEqual(
    expect.arrayContaining([
      'users/bo (bo@example.com): The account is disabled.',
      'users/cy (ANA@example.com): ana@example.com is in the file twice.',
      'users/di: It has no email address.',
      'users/ed (nowhere): nowhere: Enter an email address.',
      'users/taken (taken@example.com): Someone already has an account here with taken@example.com. If it’s the same person, add --join taken@example.com.',
      'users/a/b (a/b@example.com): The id has characters that don’t work in an address.',
      'users/?: It has no localId, or a field is invalid.',
      'teams/maple: It has no areas, so “Main” was added.',
      'teams/maple: The logo was left out: its address must begin with https.',
      'teams/maple: The color red was left out: it must look like #1f5fbf.',
      'teams/oak/name: It had no name and is now called “Unnamed team”.',
      'templates/weekday/name: It had no name and is now called “Untitled template”.',
      'templates/other: Its team pine was not found.',
      'layouts/day: date: Choose a date.',
      'layouts/notes/notes: Left out: they can’t be read.',
      'layouts/shifts/shifts: Left out: it is invalid.',
      'teams/elm: breakMinMinutes is not a number of minutes from 0 to 1440, so it was set to 0.',
    ]),
  );
});

test('values that the hosted product stored in another form are understood', async () => {
  const [shift] = hostedLayout().shifts;
  const [lunch] = hostedTemplate().rotations;
  const position = { name: 'Grill', subarea: 0, teamMembers: [-416763347] };
  const layout = hostedLayout({
    shifts: [
      {
        ...shift,
        id: -416763347,
        startTime: '9:00 am',
        breaks: [{ seconds: 1_795_000_000, nanoseconds: 0 }, '2026-11-18T12:26:40Z'],
      },
      { ...shift, teamMember: ' ' },
      { ...shift, id: 'late', endTime: '25:99' },
    ],
    rotations: [{ ...lunch, endTime: '14:00', positions: [position] }],
  });
  const bare = { name: 'Bare', members: ['ana'], areas: [null, 'Main'], breakTimerMinutes: '' };
  const data = { teams: { maple: hostedTeam(), bare }, layouts: { day: layout } };
  const { stdout } = await move(pack({ ...maple, data }));
  expect(linesOf(stdout)).toEqual(
    expect.arrayContaining([
      'layouts/day/shifts/1: Left out. id: That shift already exists.',
      'layouts/day/shifts/2: Left out. endTime: “25:99” is not a time. Try 3:30 PM, 3p, or 15:30.',
    ]),
  );
  const made = async (id: string) =>
    JSON.parse(String((await rows(`select change from changes where document_id = '${id}'`))[0]?.change));
  const startedAt = 1_795_000_000_000;
  expect((await made('day')).layout).toMatchObject({
    shifts: [
      {
        id: 'hotschedules:-416763347',
        startTime: '9:00 AM',
        breaks: [{ startedAt }, { startedAt: 1_795_004_800_000 }],
      },
    ],
    rotations: [
      { endTime: '2:00 PM', subareas: [{ positions: [{ seats: ['hotschedules:-416763347'] }] }, {}] },
    ],
  });
  expect((await made('bare')).team).toMatchObject({
    areas: ['Main'],
    breakMinMinutes: 0,
    breakTimerMinutes: 0,
  });
});

test('a bad entry costs itself alone, and its place is reported', async () => {
  const [shift] = hostedLayout().shifts;
  const [lunch] = hostedTemplate().rotations;
  const [grill, register] = lunch?.positions ?? [];
  const layout = hostedLayout({
    shifts: [{ ...shift, breaks: ['soon', 1_795_000_000_000] }],
    rotations: [
      { ...lunch, name: ' ', positions: [grill, 5, { ...register, name: '' }] },
      { ...lunch, startTime: 'noon?' },
    ],
  });
  const team = hostedTeam({ members: ['ana', 7, 'bo'], areas: ['Front of House', 8] });
  const data = { ...maple.data, teams: { maple: team }, layouts: { day: layout } };
  const { stdout } = await move(pack({ ...maple, data }));
  expect([counts(stdout, 'Teams'), counts(stdout, 'Layouts')]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
  expect(linesOf(stdout)).toEqual(
    expect.arrayContaining([
      'teams/maple/members/1: Left out: it is invalid.',
      'teams/maple/areas/1: Left out: it is invalid.',
      'layouts/day/shifts/0/breaks/0: Left out: it is invalid.',
      'layouts/day/rotations/0/positions/1: Left out: it is invalid.',
      'layouts/day/rotations/0/name: It had no name and is now called “Rotation 1”.',
      'layouts/day/rotations/0/positions/2/name: It had no name and is now called “Position 2”.',
      'layouts/day/rotations/1: Left out. startTime: “noon?” is not a time. Try 3:30 PM, 3p, or 15:30.',
    ]),
  );
  expect(await rows('select user_id from members order by user_id')).toEqual([
    { user_id: 'ana' },
    { user_id: 'bo' },
  ]);
});

test('a member whose role can’t be read is a viewer', async () => {
  const lineup = {
    ...{ dayStart: '4:00 AM', timeZone: 'UTC', connections: [] },
    members: { ana: { role: 'manager', joinedAt: 1 }, bo: { role: 7, joinedAt: 2 } },
  };
  const teams = { maple: hostedTeam({ lineup }), oak: hostedTeam({ lineup: 7 }) };
  await move(pack({ ...maple, data: { ...maple.data, teams } }));
  expect(await rows('select team_id, user_id, role from members order by team_id, user_id')).toEqual([
    { team_id: 'maple', user_id: 'ana', role: 'manager' },
    { team_id: 'maple', user_id: 'bo', role: 'viewer' },
    { team_id: 'oak', user_id: 'ana', role: 'viewer' },
    { team_id: 'oak', user_id: 'bo', role: 'viewer' },
  ]);
});

test('a password that was hashed in another way is left out, and named', async () => {
  const users = [
    hostedUser('ana', { passwordHash: 'JDJ5JDEwJGFiYw==' }),
    hostedUser('bo', { passwordHash: null }),
  ];
  const { stdout } = await move(pack({ ...maple, users: { users } }));
  expect(stdout).toContain(
    'users/ana (ana@example.com): The password was left out: Lineup doesn’t support the way it was hashed.',
  );
  expect(stdout).toMatch(
    /No password was imported for these people\. .*: ana@example\.com, bo@example\.com\.$/m,
  );
});

test('people’s first team stays the first', async () => {
  const both = ['maple', 'apple'];
  const users = { ana: { firstName: 'Ana', lastName: 'Müller', teams: both } };
  const teams = { apple: hostedTeam({ name: 'Apple' }), maple: hostedTeam() };
  await move(pack({ ...maple, data: { ...maple.data, users, teams } }));
  const server = await runServer({ dataDir: files.dataDir });
  const { teams: seen } = (await enter(server.address, 'ana')).value;
  expect(seen.map(({ id }) => id)).toEqual(both);
  await server.stop();
});

test('the other form of an export is read, with its instants', async () => {
  const instant = { __datatype__: 'timestamp', value: { _seconds: 1_795_000_000, _nanoseconds: 0 } };
  const layout = hostedLayout();
  const [shift] = layout.shifts;
  const data = {
    __collections__: {
      teams: { maple: { ...hostedTeam(), __collections__: {} } },
      layouts: { day: { ...layout, shifts: [{ ...shift, breaks: [instant] }], __collections__: {} } },
    },
  };
  const { stdout } = await move(pack({ ...maple, data }));
  expect(counts(stdout, 'Layouts')).toEqual([1, 0, 0]);
  expect(String((await rows("select change from changes where document_id = 'day'"))[0]?.change)).toContain(
    '"startedAt":1795000000000',
  );
});
