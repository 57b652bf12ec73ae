import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../contract/auth.ts';
import { hostedLayout, hostedTemplate, hostedUser, maple, pack } from '../../test/servers/hosted-files.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { runServer, visit } from '../../test/servers/running-server.ts';
import { importFirebase } from '../commands/import-firebase.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const move = (typed: readonly string[], answer = '') =>
  runCommand(importFirebase, typed, dataDir, { answer });
const linesOf = (stdout: string) => stdout.split('\n').map((line) => line.trim());

/** The signer key of another project: the same length, but wrong. */
function withWrongKey(packed: readonly string[]): readonly string[] {
  const at = packed.indexOf('--hash-config') + 1;
  const wrong = join(folder, 'wrong.txt');
  const text = readFileSync(packed[at] ?? '', 'utf8').replace('jxspr8Ki0RYy', 'AAAAAAAAAAAA');
  writeFileSync(wrong, text);
  return packed.with(at, wrong);
}

test('[MV12] hash parameters are tried against a password that is known, before anything is written', async () => {
  const packed = pack(folder, maple);
  const check = ['--check', 'ANA@example.com'];
  const wrong = await move([...withWrongKey(packed), ...check], 'user1password');
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^That is not the password of ana@example\.com, or the hash parameters .* Nothing was written\.$/,
    ),
  ]);
  expect((await move([...packed, ...check], 'user2password')).code).toBe(1);
  expect((await move([...packed, '--check', 'cy@example.com'])).stderr).toMatch(
    /^--check names cy@example\.com, but nobody in .*users\.json has that address\.$/,
  );
  expect(existsSync(dataDir)).toBe(false);
  expect((await move([...packed, ...check], 'user1password')).code).toBe(0);
  expect(existsSync(dataDir)).toBe(true);
});

test('[MV13] running again with the right hash parameters mends the passwords that nobody used since', async () => {
  const packed = pack(folder, maple);
  await move(withWrongKey(packed));
  const server = await runServer({ dataDir });
  const enter = async (user: string) =>
    (
      await visit(server.address).call(signIn, {
        body: { email: `${user}@example.com`, password: 'user1password' },
      })
    ).status;
  expect(await enter('ana')).toBe(401);
  const again = await move(packed);
  expect(linesOf(again.stdout)).toEqual(
    expect.arrayContaining([
      'users/ana (ana@example.com): The password from before is checked by the hash parameters given now.',
      'users/bo (bo@example.com): The password from before is checked by the hash parameters given now.',
    ]),
  );
  expect(await enter('ana')).toBe(200);

  // a password that was used since has Lineup's hash, and stays
  const third = await move(withWrongKey(packed));
  expect(third.stdout).toContain('users/bo (bo@example.com): The password from before');
  expect(third.stdout).not.toContain('users/ana (ana@example.com): The password from before');
  expect(await enter('ana')).toBe(200);
  await server.stop();
});

test('[MV25] a hash without salt, and one that the export hides, are told', async () => {
  const users = [
    hostedUser('ana', { salt: undefined }),
    hostedUser('bo', { passwordHash: Buffer.from('REDACTED').toString('base64') }),
  ];
  const { stdout } = await move(pack(folder, { ...maple, users: { users } }));
  expect(linesOf(stdout)).toEqual(
    expect.arrayContaining([
      'users/ana (ana@example.com): The password was left out: its hash has no salt, so it cannot be checked.',
      'users/bo (bo@example.com): The password was left out: its hash is hidden in the file. Export the accounts again as an owner of the project.',
    ]),
  );
});

test('[MV30] what a document cannot keep is told: second seats, parts of notes, a type', async () => {
  const [lunch] = hostedTemplate().rotations;
  const positions = [
    { name: 'Grill', subarea: 1, teamMembers: ['-416763347', 'nobody'] },
    { name: 'Register 1', subarea: 0, teamMembers: ['-416763347'] },
  ];
  const late = { ...lunch, name: 'Close', startTime: '8:00 PM', endTime: '11:00 PM' };
  const notes = JSON.stringify([
    { insert: { image: 'data:image/png;base64,AAAA' } },
    { insert: 'Hello\n', attributes: { color: 'red', bold: true, background: '#fff' } },
  ]);
  const layout = hostedLayout({
    notes,
    rotations: [
      { ...lunch, positions },
      { ...late, positions: [{ name: 'Sweep', subarea: 0, teamMembers: ['-416763347'] }] },
    ],
  });
  const templates = { weekday: hostedTemplate({ type: 'floating', notes: 'Call Dana about the fryer' }) };
  const data = { ...maple.data, templates, layouts: { day: layout } };
  const { stdout } = await move(pack(folder, { ...maple, data }));
  expect(linesOf(stdout).filter((line) => /^(templates|layouts)\//.test(line))).toEqual([
    'templates/weekday/type: “floating” is left out: templates here have no types.',
    'layouts/day/notes: 1 of its parts are no text, such as pictures, and are left out.',
    'layouts/day/notes: Styles left out: background, color.',
    'layouts/day/rotations/0 (Lunch): Chloe Davis is taken off Grill: a person has one position in a rotation, here Register 1.',
    'layouts/day/rotations/0 (Lunch): Someone on Grill is left out: the layout has no such shift.',
    'layouts/day/rotations/1 (Close): Chloe Davis is taken off Sweep: the shift is not during this rotation.',
  ]);
  const database = new DatabaseSync(join(dataDir, 'lineup.db'));
  const made = database.prepare("select change from changes where document_id = 'weekday'").get();
  database.close();
  expect(JSON.parse(String(made?.change)).template.notes).toEqual([
    { insert: 'Call Dana about the fryer\n' },
  ]);
});

test('[MV31] a managed export of documents is named as such, with the way to JSON', async () => {
  const packed = pack(folder, maple);
  const managed = join(folder, 'export');
  mkdirSync(managed);
  writeFileSync(join(managed, 'export.overall_export_metadata'), Buffer.from([0, 1, 2]));
  for (const path of [managed, join(managed, 'export.overall_export_metadata')]) {
    const { code, stderr } = await move(packed.with(packed.indexOf('--firestore') + 1, path));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/is a managed export of Firestore, .*emulator/),
    ]);
  }
  expect(existsSync(dataDir)).toBe(false);
});
