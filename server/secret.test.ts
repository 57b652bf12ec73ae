import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecret } from './secret.ts';
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
  expect(first.keyFor('sign-in')).toHaveLength(32);
  expect(second.keyFor('sign-in')).toEqual(first.keyFor('sign-in'));
  expect((await openSecret(file)).keyFor('sign-in')).toEqual(first.keyFor('sign-in'));
  expect(first.keyFor('providers')).not.toEqual(first.keyFor('sign-in'));
  expect(readFileSync(file, 'utf8')).not.toContain(first.keyFor('sign-in').toString('base64url'));
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
