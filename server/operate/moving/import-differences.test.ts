import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '../../../contract/account.ts';
import { hostedLayout, hostedTemplate, hostedUser, maple } from '../../../test/servers/hosted-files.ts';
import { importFolder, linesOf } from '../../../test/servers/import-folder.ts';
import { runServer, visit } from '../../../test/servers/running-server.ts';

const files = importFolder();
const { pack, move } = files;

/** Replaces the signer key with another of the same length. */
function withWrongKey(packed: readonly string[]): readonly string[] {
  const at = packed.indexOf('--hash-config') + 1;
  const wrong = join(files.folder, 'wrong.txt');
  const text = readFileSync(packed[at] ?? '', 'utf8').replace('jxspr8Ki0RYy', 'AAAAAAAAAAAA');
  writeFileSync(wrong, text);
  return packed.with(at, wrong);
}

test('hash parameters are tried with a known password before anything is written', async () => {
  const packed = pack(maple);
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
  expect(existsSync(files.dataDir)).toBe(false);
  expect((await move([...packed, ...check], 'user1password')).code).toBe(0);
  expect(existsSync(files.dataDir)).toBe(true);
});

test('running again with the right hash parameters replaces passwords not used since', async () => {
  const packed = pack(maple);
  await move(withWrongKey(packed));
  const server = await runServer({ dataDir: files.dataDir });
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
      'users/ana (ana@example.com): The password is now checked with the new hash parameters.',
      'users/bo (bo@example.com): The password is now checked with the new hash parameters.',
    ]),
  );
  expect(await enter('ana')).toBe(200);

  // a password that was used since has Lineup's hash, and stays
  const third = await move(withWrongKey(packed));
  expect(third.stdout).toContain('users/bo (bo@example.com): The password is now checked');
  expect(third.stdout).not.toContain('users/ana (ana@example.com): The password is now checked');
  expect(await enter('ana')).toBe(200);
  await server.stop();
});

test('a hash without salt, and one hidden by the export, are reported', async () => {
  const users = [
    hostedUser('ana', { salt: undefined }),
    hostedUser('bo', { passwordHash: Buffer.from('REDACTED').toString('base64') }),
  ];
  const { stdout } = await move(pack({ ...maple, users: { users } }));
  expect(linesOf(stdout)).toEqual(
    expect.arrayContaining([
      'users/ana (ana@example.com): The password was left out: its hash has no salt, so it can’t be checked.',
      'users/bo (bo@example.com): The password was left out: its hash is hidden in the file. Export the accounts again as an owner of the project.',
    ]),
  );
});

test('what a document cannot hold is reported: second seats, parts of notes, a type', async () => {
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
    type: 'draft',
    notes,
    rotations: [
      { ...lunch, positions },
      { ...late, positions: [{ name: 'Sweep', subarea: 0, teamMembers: ['-416763347'] }] },
    ],
  });
  const templates = { weekday: hostedTemplate({ type: 'floating', notes: 'Call Dana about the fryer' }) };
  const data = { ...maple.data, templates, layouts: { day: layout } };
  const { stdout } = await move(pack({ ...maple, data }));
  expect(linesOf(stdout).filter((line) => /^(templates|layouts)\//.test(line))).toEqual([
    'templates/weekday/type: “floating” was left out: templates have no types here.',
    'layouts/day/type: “draft” was left out: layouts have no types here.',
    'layouts/day/notes: 1 embed, such as a picture, was left out.',
    'layouts/day/notes: Styles left out: background, color.',
    'layouts/day/rotations/0 (Lunch): Chloe Davis was taken off Grill: a person has one position in a rotation, here Register 1.',
    'layouts/day/rotations/0 (Lunch): Someone on Grill was left out: the layout doesn’t have their shift.',
    'layouts/day/rotations/1 (Close): Chloe Davis was taken off Sweep: the shift isn’t during this rotation.',
  ]);
  const [made] = await files.rows("select change from changes where document_id = 'weekday'");
  expect(JSON.parse(String(made?.change)).template.notes).toEqual([
    { insert: 'Call Dana about the fryer\n' },
  ]);
});

test('a managed export of documents is named as such, with the way to JSON', async () => {
  const packed = pack(maple);
  const managed = join(files.folder, 'export');
  mkdirSync(managed);
  writeFileSync(join(managed, 'export.overall_export_metadata'), Buffer.from([0, 1, 2]));
  for (const path of [managed, join(managed, 'export.overall_export_metadata')]) {
    const { code, stderr } = await move(packed.with(packed.indexOf('--firestore') + 1, path));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/is a managed export of Firestore, .*emulator/),
    ]);
  }
  expect(existsSync(files.dataDir)).toBe(false);
});
