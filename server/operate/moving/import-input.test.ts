import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maple } from '../../../test/servers/hosted-files.ts';
import { importFolder } from '../../../test/servers/import-folder.ts';

const folders = importFolder();
const { pack, move } = folders;

const { users, data } = maple;
test.each([
  [
    'HTML',
    { users: '<!doctype html>', data },
    /^The file .*users\.json is not JSON\. Export it again, as JSON\.$/,
  ],
  ['nothing in it', { users, data: '\uFEFF\n' }, /^The file .*data\.json is empty\.$/],
  ['half of it', { users, data: '{"teams":{' }, /^The file .*data\.json is incomplete\. Export it again\.$/],
  [
    'no accounts',
    { users: [], data },
    /users\.json is not an export of accounts: it must have a list “users”\.$/,
  ],
  ['no documents', { users, data: { rooms: {} } }, /data\.json has no documents under “users”, “teams”, /],
])('a file with %s is answered by a sentence', async (_, files, sentence) => {
  const { code, stdout, stderr } = await move(pack(files));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(existsSync(folders.dataDir)).toBe(false);
});

test('a file that is larger than a text can be is answered by a sentence', async () => {
  const packed = pack(maple);
  truncateSync(packed[packed.indexOf('--firestore') + 1] ?? '', 500_000_001);
  const { code, stderr } = await move(packed);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/data\.json is larger than 500 MB\.$/)]);
});

test('a missing file, option or time zone is answered by a sentence', async () => {
  const packed = pack(maple);
  const without = (name: string) => packed.toSpliced(packed.indexOf(name), 2);
  for (const [args, sentence] of [
    [[...packed, '--time-zone', 'Mars/Base'], /^There is no time zone “Mars\/Base”\.$/],
    [without('--hash-config'), /users\.json has passwords: give the file .* as --hash-config/],
    [without('--auth'), /^firebase --auth users\.json /],
    [
      [...without('--auth'), '--auth', join(folders.folder, 'none.json')],
      /^There is no file .*none\.json\.$/,
    ],
    [['sheets'], /^firebase --auth /],
  ] as const) {
    const { code, stderr } = await move(args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  writeFileSync(join(folders.folder, 'hash-config.txt'), 'algorithm: SCRYPT');
  expect((await move(packed)).stderr).toContain('is not a password hash configuration');
  expect(existsSync(folders.dataDir)).toBe(false);
});
