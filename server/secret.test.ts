import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecret, renewSecret } from './secret.ts';
import { StartProblem } from './start-problem.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the first start makes it, for its owner alone; later ones derive the same keys', async () => {
  const file = join(folder, 'secret');
  const [first, second] = await Promise.all([openSecret(file), openSecret(file)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(first.keysFor('sign-in')).toEqual([expect.any(Buffer)]);
  expect(first.keysFor('sign-in')[0]).toHaveLength(32);
  expect(second.keysFor('sign-in')).toEqual(first.keysFor('sign-in'));
  expect((await openSecret(file)).keysFor('sign-in')).toEqual(first.keysFor('sign-in'));
  expect(first.keysFor('providers')).not.toEqual(first.keysFor('sign-in'));
  expect(readFileSync(file, 'utf8')).not.toContain(first.keysFor('sign-in')[0].toString('base64url'));
});

test('a file that holds something else is refused, not replaced', async () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'hunter2');
  await expect(openSecret(file)).rejects.toThrow(StartProblem);
  expect(readFileSync(file, 'utf8')).toBe('hunter2');
});

test('a place that cannot be written is a sentence', async () => {
  await expect(openSecret(join(folder, 'missing', 'secret'))).rejects.toThrow(/cannot write its secret/);
});

test('a new secret is put first in the file, readable only by its owner; the others become older keys', async () => {
  const file = join(folder, 'secret');
  const [first] = (await openSecret(file)).keysFor('sign-in');
  const renewed = await renewSecret(file);
  const [second, ...older] = renewed.keysFor('sign-in');
  expect(older).toEqual([first]);
  expect(second).not.toEqual(first);
  expect((await openSecret(file)).keysFor('sign-in')).toEqual([second, first]);
  expect((await renewSecret(file)).keysFor('sign-in').slice(1)).toEqual([second, first]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('a file that is a link stays one', async () => {
  const [file, kept] = [join(folder, 'secret'), join(folder, 'kept')];
  await openSecret(kept);
  symlinkSync(kept, file);
  await renewSecret(file);
  expect(readFileSync(kept, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(readlinkSync(file)).toBe(kept);
});

test('there is nothing to renew before the first start, nor in a file that holds something else', async () => {
  const file = join(folder, 'secret');
  await expect(renewSecret(file)).rejects.toThrow(StartProblem);
  writeFileSync(file, `${Buffer.alloc(32).toString('base64url')}\nhunter2`);
  await expect(renewSecret(file)).rejects.toThrow(/does not hold Lineup’s secret/);
  expect(readFileSync(file, 'utf8')).toContain('hunter2');
});
