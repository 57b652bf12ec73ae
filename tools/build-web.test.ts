import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
/** A repository with a bundler that only says that it was called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-build-'));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  write('vite.config.ts', '');
  write('web/app.ts', 'one');
  write('node_modules/vite/package.json', '{"type":"module","exports":"./index.js"}');
  write(
    'node_modules/vite/index.js',
    `import { existsSync, mkdirSync } from 'node:fs';
    export async function build() {
      if (existsSync('broken')) throw new Error('It does not compile.');
      mkdirSync('dist/web', { recursive: true });
    }`,
  );
  mkdirSync(join(folder, 'tools'));
  cpSync(new URL('build-web.ts', import.meta.url), join(folder, 'tools/build-web.ts'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function build() {
  const { status, stdout } = spawnSync(process.execPath, ['tools/build-web.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.includes('Built') : 'failed';
}

test('a start builds the app when its sources changed, and no other start waits for it', () => {
  expect([build(), build()]).toEqual([true, false]);
  utimesSync(join(folder, 'web/app.ts'), 0, 0);
  write('web/app.test.ts', 'a test');
  expect(build()).toBe(false);
  write('web/app.ts', 'two');
  expect([build(), build()]).toEqual([true, false]);
  write('package-lock.json', '{"lockfileVersion":3}');
  expect(build()).toBe(true);
});

test('a build that failed is made again, though nothing changed', () => {
  write('broken', '');
  expect([build(), build()]).toEqual(['failed', 'failed']);
  rmSync(join(folder, 'broken'));
  expect([build(), build()]).toEqual([true, false]);
});
