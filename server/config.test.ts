import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartProblem } from './start-problem.ts';

test('with nothing set it is local, on port 3000, with its data in ./data', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    secretFile: resolve('data/secret'),
    publicUrl: null,
  });
});

test('the secret stands in DATA_DIR unless SECRET_FILE says otherwise', () => {
  expect(readConfig({ DATA_DIR: '/srv/lineup' }).secretFile).toBe('/srv/lineup/secret');
  expect(readConfig({ DATA_DIR: '/srv/lineup', SECRET_FILE: '/run/key' }).secretFile).toBe('/run/key');
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['HOST', 'http://here'],
  ['PUBLIC_URL', 'lineup.example.com'],
  ['PUBLIC_URL', 'ftp://lineup.example.com'],
  ['PUBLIC_URL', 'https://lineup.example.com/board'],
  ['DATABASE_URL', 'postgres://127.0.0.1/lineup'],
])('%s=%s is answered by a sentence that names it', (name, value) => {
  const reading = () => readConfig({ [name]: value });
  expect(reading).toThrow(StartProblem);
  expect(reading).toThrow(new RegExp(`^${name} is .*\\.$`));
});
