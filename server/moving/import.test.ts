import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePassword } from '../../contract/account.ts';
import { getMe, signIn } from '../../contract/auth.ts';
import { listConnections } from '../../contract/schedule.ts';
import {
  hostedLayout,
  hostedTeam,
  hostedTemplate,
  hostedUser,
  maple,
  pack,
} from '../../test/servers/hosted-files.ts';
import { startProcess } from '../../test/servers/real-process.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { newcomer, runServer, visit } from '../../test/servers/running-server.ts';
import { importFirebase } from '../commands/import-firebase.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const move = (typed: readonly string[]) => runCommand(importFirebase, typed, dataDir);

/** A line of the report as numbers: created, already there, skipped. */
const counts = (stdout: string, kind: string): readonly number[] =>
  (new RegExp(`^${kind} +(\\d+) +(\\d+) +(\\d+)$`, 'm').exec(stdout) ?? []).slice(1).map(Number);

const withDatabase = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(dataDir, 'lineup.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const rows = (sql: string) => withDatabase((database) => database.prepare(sql).all());
/** Everything in the database. */
const dump = () => {
  const tables = rows("select name from sqlite_master where type = 'table' order by name");
  return tables.map(({ name }) => [name, rows(`select * from "${name}"`)]);
};
const passwordOf = (user: string) =>
  String(rows(`select password from account where "userId" = '${user}'`)[0]?.password);

const enter = async (address: string, user: string, password = 'user1password') => {
  const visitor = visit(address);
  const answer = await visitor.call(signIn, { body: { email: `${user}@example.com`, password } });
  return { visitor, ...answer };
};

test('[MV5] [MV21] [MV22] people, teams, templates and layouts move in, also beside the running server', async () => {
  const server = await runServer({ dataDir });
  const { code, stdout, stderr } = await startProcess('lineup.ts', ['import', ...pack(folder, maple)], {
    DATA_DIR: dataDir,
    TZ: 'UTC',
  }).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(counts(stdout, 'People')).toEqual([2, 0, 0]);
  expect(counts(stdout, 'Teams')).toEqual([1, 0, 0]);
  expect(counts(stdout, 'Layouts')).toEqual([1, 0, 0]);
  expect(stdout).toContain('1 of them had no time zone and now have UTC');

  const { visitor, value } = await enter(server.address, 'ana');
  expect(value).toEqual({
    user: { id: 'ana', email: 'ana@example.com', firstName: 'Ana', lastName: 'Müller' },
    teams: [{ id: 'maple', name: 'Maple Street', role: 'manager' }],
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
  expect(JSON.stringify(dump())).not.toContain('the schedule password');
  await server.stop();
});

test('[MV19] the first sign-in keeps the password as ours are kept, and the old text is gone', async () => {
  await move(pack(folder, { ...maple, users: { users: [hostedUser('ana')] } }));
  const server = await runServer({ dataDir });
  const moved = passwordOf('ana');
  expect(moved).toMatch(/^\$hosted-scrypt\$/);
  expect((await enter(server.address, 'ana', 'user2password')).status).toBe(401);
  expect(passwordOf('ana')).toBe(moved);
  const { visitor, status } = await enter(server.address, 'ANA');
  expect(status).toBe(200);
  const kept = passwordOf('ana');
  expect(kept).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(dump())).not.toContain(moved);
  expect((await enter(server.address, 'ana')).status).toBe(200);
  expect(passwordOf('ana')).toBe(kept);
  const body = { current: 'user1password', next: 'another password', revokeTokens: true };
  expect((await visitor.call(changePassword, { body })).status).toBe(200);
  await server.stop();
});

test('[MV6] twice changes nothing, and what changed here since stays', async () => {
  const packed = pack(folder, maple);
  await move(packed);
  const server = await runServer({ dataDir });
  await enter(server.address, 'ana');
  await server.stop();
  withDatabase((database) => database.exec("delete from members where user_id = 'bo'"));
  const before = dump();
  const { code, stdout } = await move(packed);
  expect(code).toBe(0);
  for (const kind of ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections']) {
    const [made, there, skipped] = counts(stdout, kind);
    expect([made, skipped, (there ?? 0) > 0], kind).toEqual([0, 0, true]);
  }
  expect(dump()).toEqual(before);
});

test('[MV23] who could not move in at first joins with the account', async () => {
  const half = { ...maple, users: { users: [hostedUser('ana')] } };
  await move(pack(folder, half));
  expect(rows('select user_id from members')).toEqual([{ user_id: 'ana' }]);
  await move(pack(folder, maple));
  expect(rows('select user_id from members order by user_id')).toEqual([
    { user_id: 'ana' },
    { user_id: 'bo' },
  ]);
});

test('[MV10] who registered here before joins their teams when whoever runs it says that it is them', async () => {
  const server = await runServer({ dataDir });
  const ana = await newcomer(server.address, 'Ana');
  const packed = pack(folder, maple);
  const apart = await move(packed);
  expect(apart.stdout).toContain(
    'users/ana (ana@example.com): Someone already registered here with ana@example.com.',
  );
  expect((await ana.call(getMe, {})).value.teams).toEqual([]);

  const joined = await move([...packed, '--join', 'ANA@example.com']);
  expect(counts(joined.stdout, 'People')).toEqual([0, 2, 0]);
  expect(joined.stdout).toContain('teams/maple: ana@example.com joins it now.');
  const { user, teams } = (await ana.call(getMe, {})).value;
  expect(teams).toEqual([{ id: 'maple', name: 'Maple Street', role: 'manager' }]);
  expect(user).toMatchObject({ id: expect.not.stringMatching(/^ana$/), lastName: 'Sample' });
  expect((await enter(server.address, 'ana')).status).toBe(401);
  await server.stop();

  const before = dump();
  expect((await move([...packed, '--join', 'ana@example.com'])).stdout).not.toContain('joins');
  expect(dump()).toEqual(before);
  expect((await move([...packed, '--join', 'cy@example.com'])).stderr).toMatch(
    /^--join names cy@example\.com, but nobody in .*users\.json has that address\.$/,
  );
});

test('[MV7] a dry run reports the same and writes nothing', async () => {
  const team = hostedTeam({ integrations: { hotschedules: { user: 'maple-manager', pass: '' } } });
  const packed = pack(folder, {
    ...maple,
    data: { ...maple.data, teams: { maple: hostedTeam(), oak: team } },
  });
  const dry = await move([...packed, '--dry-run']);
  expect(dry.code).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
  const real = await move(packed);
  const told = (stdout: string) => stdout.split('\n').slice(1, -1);
  expect(told(dry.stdout)).toEqual([...told(real.stdout), 'Nothing was written: this was a dry run.']);
  expect(counts(dry.stdout, 'Schedule connections')).toEqual([1, 0, 1]);
  const before = dump();
  const again = await move([...packed, '--dry-run']);
  expect(counts(again.stdout, 'Layouts')).toEqual([0, 1, 0]);
  expect(dump()).toEqual(before);
});

test('[MV7] a dry run leaves a database of before, and one that is none, as they are', async () => {
  const packed = pack(folder, maple);
  await move(packed);
  withDatabase((database) => {
    database.exec("drop table schedule_readings; update meta set value = '4' where key = 'schema'");
    const later = ['schedule_connections', 'sign_outs', 'sign_in_attempts', 'email_links', 'departed'];
    for (const table of later) database.exec(`drop table ${table}`);
  });
  const before = dump();
  const { code, stdout } = await move([...packed, '--dry-run']);
  expect([code, counts(stdout, 'Layouts')]).toEqual([0, [0, 1, 0]]);
  expect(dump()).toEqual(before);

  const text = 'This is not a database at all.'.repeat(40);
  writeFileSync(join(dataDir, 'lineup.db'), text);
  expect((await move([...packed, '--dry-run'])).stderr).toMatch(/lineup\.db is not a Lineup database\.$/);
  expect(readFileSync(join(dataDir, 'lineup.db'), 'utf8')).toBe(text);
});

test('[MV8] what cannot move in is left out with its place and the reason', async () => {
  const server = await runServer({ dataDir });
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
    templates: { weekday: hostedTemplate({ name: '' }), other: hostedTemplate({ teamID: 'oak' }) },
    layouts: {
      day: hostedLayout({ date: 'yesterday' }),
      notes: hostedLayout({ notes: '{' }),
      shifts: hostedLayout({ shifts: 'none' }),
    },
  };
  const { code, stdout } = await move(pack(folder, { users: { users }, data }));
  expect(code).toBe(0);
  expect(counts(stdout, 'People')).toEqual([1, 0, 8]);
  expect(counts(stdout, 'Teams')).toEqual([2, 0, 1]);
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining([
      'users/bo (bo@example.com): The account is disabled.',
      'users/cy (ANA@example.com): ana@example.com is in the file twice.',
      'users/di: There is no email address.',
      'users/ed (nowhere): nowhere: Enter an email address.',
      'users/taken (taken@example.com): Someone already registered here with taken@example.com. If you know that it is the same person, add --join taken@example.com.',
      'users/a/b (a/b@example.com): The id has characters that do not work in an address.',
      'users/?: It has no localId, or a field that cannot be read.',
      'teams/maple: It has no areas, so “Main” was added.',
      'teams/maple: The logo was left out: it is not at an https address.',
      'teams/maple: The color red was left out: it is not written like #1f5fbf.',
      'teams/oak: name: Enter a name.',
      'templates/weekday: name: Invalid name or area',
      'templates/other: Its team oak was not found.',
      'layouts/day: date: Choose a date.',
      'layouts/notes: We couldn’t read these notes. Clear the formatting and try again.',
      'layouts/shifts: shifts: It is missing, or cannot be read.',
      'teams/elm: breakMinMinutes is not a whole number of minutes in a day, so it was set to 0.',
    ]),
  );
});

test('[MV18] what the hosted product kept in another form is read as what it means', async () => {
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
  const { stdout } = await move(pack(folder, { ...maple, data }));
  expect(stdout.split('\n').map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      'layouts/day/shifts/1: Left out. id: That shift already exists.',
      'layouts/day/shifts/2: Left out. endTime: “25:99” is not a time. Try 3:30 PM, 3p, or 15:30.',
    ]),
  );
  const made = (id: string) =>
    JSON.parse(String(rows(`select change from changes where document_id = '${id}'`)[0]?.change));
  const startedAt = 1_795_000_000_000;
  expect(made('day').layout).toMatchObject({
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
  expect(made('bare').team).toMatchObject({ areas: ['Main'], breakMinMinutes: 0, breakTimerMinutes: 0 });
});

test('[MV25] a password that was hashed in another way is left out, and named', async () => {
  const users = [
    hostedUser('ana', { passwordHash: 'JDJ5JDEwJGFiYw==' }),
    hostedUser('bo', { passwordHash: null }),
  ];
  const { stdout } = await move(pack(folder, { ...maple, users: { users } }));
  expect(stdout).toContain(
    'users/ana (ana@example.com): The password was left out: it was hashed in a way that Lineup does not know.',
  );
  expect(stdout).toMatch(/Without a password here, .*: ana@example\.com, bo@example\.com\.$/m);
});

test('[MV5] people see the team first that they saw first', async () => {
  const both = ['maple', 'apple'];
  const users = { ana: { firstName: 'Ana', lastName: 'Müller', teams: both } };
  const teams = { apple: hostedTeam({ name: 'Apple' }), maple: hostedTeam() };
  await move(pack(folder, { ...maple, data: { ...maple.data, users, teams } }));
  const server = await runServer({ dataDir });
  const { teams: seen } = (await enter(server.address, 'ana')).value;
  expect(seen.map(({ id }) => id)).toEqual(both);
  await server.stop();
});

test('[MV2] the other form of an export is read, with its instants', async () => {
  const instant = { __datatype__: 'timestamp', value: { _seconds: 1_795_000_000, _nanoseconds: 0 } };
  const layout = hostedLayout();
  const [shift] = layout.shifts;
  const data = {
    __collections__: {
      teams: { maple: { ...hostedTeam(), __collections__: {} } },
      layouts: { day: { ...layout, shifts: [{ ...shift, breaks: [instant] }], __collections__: {} } },
    },
  };
  const { stdout } = await move(pack(folder, { ...maple, data }));
  expect(counts(stdout, 'Layouts')).toEqual([1, 0, 0]);
  expect(String(rows("select change from changes where document_id = 'day'")[0]?.change)).toContain(
    '"startedAt":1795000000000',
  );
});

const { users, data } = maple;
test.each([
  [
    'HTML',
    { users: '<!doctype html>', data },
    /^The file .*users\.json is not JSON\. Export it again, as JSON\.$/,
  ],
  ['nothing in it', { users, data: '\uFEFF\n' }, /^The file .*data\.json is empty\.$/],
  [
    'half of it',
    { users, data: '{"teams":{' },
    /^The file .*data\.json ends in the middle\. Export it again\.$/,
  ],
  [
    'no accounts',
    { users: [], data },
    /users\.json is not an export of accounts: it must have a list “users”\.$/,
  ],
  ['no documents', { users, data: { rooms: {} } }, /data\.json has no documents under “users”, “teams”, /],
])('a file with %s is answered by a sentence', async (_, files, sentence) => {
  const { code, stdout, stderr } = await move(pack(folder, files));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(existsSync(dataDir)).toBe(false);
});

test('a missing file, option or time zone is answered by a sentence', async () => {
  const packed = pack(folder, maple);
  const without = (name: string) => packed.toSpliced(packed.indexOf(name), 2);
  for (const [args, sentence] of [
    [[...packed, '--time-zone', 'Mars/Base'], /^There is no time zone “Mars\/Base”\.$/],
    [without('--hash-config'), /users\.json has passwords: give the file .* as --hash-config/],
    [without('--auth'), /^firebase --auth users\.json /],
    [[...without('--auth'), '--auth', join(folder, 'none.json')], /^There is no file .*none\.json\.$/],
    [['sheets'], /^firebase --auth /],
  ] as const) {
    const { code, stderr } = await move(args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  writeFileSync(join(folder, 'hash-config.txt'), 'algorithm: SCRYPT');
  expect((await move(packed)).stderr).toContain('is not a password hash configuration');
  expect(existsSync(dataDir)).toBe(false);
});
