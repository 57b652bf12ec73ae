import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePassword } from '../../contract/account.ts';
import { signIn } from '../../contract/auth.ts';
import { listConnections } from '../../contract/schedule.ts';
import {
  hostedLayout,
  hostedTeam,
  hostedTemplate,
  hostedUser,
  maple,
  pack,
} from '../../test/hosted-luggage.ts';
import { startProcess } from '../../test/real-process.ts';
import { runCommand } from '../../test/run-command.ts';
import { newcomer, runServer, visit } from '../../test/running-server.ts';
import { importFirebase } from '../commands/import-firebase.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const move = (typed: readonly string[]) => runCommand(importFirebase, typed, dataDir);

/** The report's line about something, as numbers: made, there already, skipped. */
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
/** Everything that is kept. */
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

test('[MV5] people, teams, templates and layouts move in, also beside the running server', async () => {
  const server = await runServer({ dataDir });
  const { code, stdout, stderr } = await startProcess('lineup.ts', ['import', ...pack(folder, maple)], {
    DATA_DIR: dataDir,
    TZ: 'UTC',
  }).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(counts(stdout, 'People')).toEqual([2, 0, 0]);
  expect(counts(stdout, 'Teams')).toEqual([1, 0, 0]);
  expect(counts(stdout, 'Layouts')).toEqual([1, 0, 0]);
  expect(stdout).toContain('1 of them tell no time zone and have UTC now');

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
    rotations: [{ subareas: [{}, { positions: [{ name: 'Grill', seats: ['-416763347'] }] }] }],
  });
  const { connections } = (await visitor.call(listConnections, { params: { team: 'maple' } })).value;
  expect(connections).toMatchObject([
    { provider: 'hotschedules', settings: { user: 'maple-manager' }, secrets: ['pass'], everyMinutes: null },
  ]);
  expect(JSON.stringify(dump())).not.toContain('the schedule password');
  await server.stop();
});

test('[MV4] the first sign-in keeps the password as ours are kept, and the old text is gone', async () => {
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
  const body = { current: 'user1password', next: 'another password' };
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

test('[MV6] who could not move in at first joins with the account', async () => {
  const half = { ...maple, users: { users: [hostedUser('ana')] } };
  await move(pack(folder, half));
  expect(rows('select user_id from members')).toEqual([{ user_id: 'ana' }]);
  await move(pack(folder, maple));
  expect(rows('select user_id from members order by user_id')).toEqual([
    { user_id: 'ana' },
    { user_id: 'bo' },
  ]);
});

test('[MV7] a dry run reports the same and writes nothing', async () => {
  const packed = pack(folder, maple);
  const dry = await move([...packed, '--dry-run']);
  expect(dry.code).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
  const real = await move(packed);
  for (const kind of ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections']) {
    expect(counts(dry.stdout, kind)).toEqual(counts(real.stdout, kind));
  }
  const before = dump();
  const again = await move([...packed, '--dry-run']);
  expect(counts(again.stdout, 'Layouts')).toEqual([0, 1, 0]);
  expect(dump()).toEqual(before);
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
  expect(counts(stdout, 'Teams')).toEqual([1, 0, 2]);
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining([
      'users/bo: The account is disabled.',
      'users/cy: ana@example.com stands in the file twice.',
      'users/di: There is no email address.',
      'users/ed: nowhere: Enter an email address.',
      'users/taken: Somebody else has taken@example.com already.',
      'users/a/b: The id cannot stand in an address.',
      'users/?: It has no localId, or a field that cannot be read.',
      'teams/maple: It has no areas, so it gets one called Main.',
      'teams/maple: The logo is left out: it is not at an https address.',
      'teams/maple: The colour red is left out: it is not like #1f5fbf.',
      'teams/oak: name: Enter a name.',
      'templates/weekday: name: Invalid name or area',
      'templates/other: There is no team oak to put it in.',
      'layouts/day: date: Choose a date.',
      'layouts/notes: These notes could not be read.',
    ]),
  );
  expect(lines.find((line) => line.startsWith('teams/elm: breakMinMinutes: '))).toBeDefined();
  expect(lines.find((line) => line.startsWith('layouts/shifts: shifts: '))).toBeDefined();
});

test('[MV8] of many that cannot move in, fifty are named', async () => {
  const users = Array.from({ length: 60 }, (_, index) => hostedUser(`p${index}`, { disabled: true }));
  const { stdout } = await move(pack(folder, { ...maple, users: { users } }));
  expect(stdout.match(/The account is disabled/g)).toHaveLength(50);
  expect(stdout).toContain('\n  and 10 more\n');
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
  ['no JSON', { users: '{', data }, /^The file .*users\.json is no JSON: .+$/],
  [
    'no accounts',
    { users: [], data },
    /users\.json is no export of accounts: it must have a list “users”\.$/,
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
    [without('--hash-config'), /users\.json has passwords: name the file .* by --hash-config/],
    [without('--auth'), /^firebase --auth users\.json /],
    [[...without('--auth'), '--auth', join(folder, 'none.json')], /^There is no file .*none\.json\.$/],
    [['sheets'], /^firebase --auth /],
  ] as const) {
    const { code, stderr } = await move(args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  writeFileSync(join(folder, 'hash-config.txt'), 'algorithm: SCRYPT');
  expect((await move(packed)).stderr).toContain('is no password hash configuration');
  expect(existsSync(dataDir)).toBe(false);
});
