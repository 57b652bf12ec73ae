import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartProblem } from '../start-problem.ts';
import { openPasswordPolicy } from './password-policy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-passwords-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

test('[OA25] a password on the list is refused, whether it is listed as text or as a hash', async () => {
  const file = join(folder, 'list.txt');
  const lines = ['letmein', 'trustno1\r', `${sha1('password1').toUpperCase()}:2413945`, sha1('Zoë12345'), ''];
  writeFileSync(file, lines.join('\n'));
  const rules = await openPasswordPolicy(6, file);
  const isKnown = (password: string) => !rules.check(password, 'password').ok;
  expect(['letmein', 'trustno1', 'password1', 'Zoë12345', 'Zoe\u030812345'].map(isKnown)).toEqual(
    Array(5).fill(true),
  );
  expect(['letmein-1', 'Letmein', sha1('password1'), 'trustno', '      '].map(isKnown)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(rules.check('letmein', 'next')).toEqual({
    ok: false,
    problem: { code: 'password-does-not-meet-requirements', field: 'next' },
  });
});

test('[OA25] every password of a long list is found, and similar ones are not', async () => {
  const file = join(folder, 'list.txt');
  const all = Array.from({ length: 2_000 }, (_, each) => `password ${each}`);
  writeFileSync(file, all.join('\n'));
  const rules = await openPasswordPolicy(6, file);
  expect(all.filter((each) => rules.check(each, 'password').ok)).toEqual([]);
  expect(all.filter((each) => !rules.check(`${each}!`, 'password').ok)).toEqual([]);
});

test('[OA6] the minimum length is the configured one, and the maximum is 256 characters', async () => {
  const rules = await openPasswordPolicy(12, null);
  expect(rules.check('x'.repeat(11), 'password')).toMatchObject({
    problem: { code: 'password-too-short', field: 'password', details: { min: 12 } },
  });
  expect([12, 256].map((length) => rules.check('xy'.repeat(length / 2), 'password').ok)).toEqual([
    true,
    true,
  ]);
  expect(rules.check('x'.repeat(257), 'password')).toMatchObject({ problem: { code: 'password-too-long' } });
});

test('a missing list stops the start with a message', async () => {
  const opening = openPasswordPolicy(6, join(folder, 'none.txt'));
  await expect(opening).rejects.toThrow(StartProblem);
  await expect(opening).rejects.toThrow(/^Lineup cannot read BREACHED_PASSWORDS in .*none\.txt\.$/);
});
