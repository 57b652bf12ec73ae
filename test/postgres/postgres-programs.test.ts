import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPrograms } from './postgres-programs.ts';

const nowhere = { system: 'plan9-x64', named: undefined, path: '', installed: [] };

test('tests bring their own PostgreSQL, unless another one is named', () => {
  expect(findPrograms({ ...nowhere, named: '/opt/postgres/bin' })).toEqual({ bin: '/opt/postgres/bin' });
});

test('an installation is used where npm has no PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-programs-'));
  writeFileSync(join(folder, 'initdb'), '');
  expect(findPrograms({ ...nowhere, path: `/nowhere:${folder}` })).toEqual({ bin: folder });
  expect(findPrograms({ ...nowhere, installed: [folder] })).toEqual({ bin: folder });
  rmSync(folder, { recursive: true });
});

test('without any, they fail and say what to install', () => {
  expect(() => findPrograms(nowhere)).toThrow(
    'These tests need PostgreSQL, and npm has none for plan9-x64. Install version 15 or newer',
  );
});
