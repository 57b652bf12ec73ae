import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnused } from './bundle.ts';

it('the assets of the last two builds are kept, however often one of them is made again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-assets-'));
  const web = join(folder, 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  const build = (...names: string[]) => {
    for (const name of names)
      for (const end of ['', '.gz']) writeFileSync(join(web, 'assets', name + end), '');
    removeUnused(
      web,
      names.map((name) => `assets/${name}`),
    );
    return readdirSync(join(web, 'assets')).filter((name) => !name.endsWith('.gz'));
  };
  expect(build('day-1.js', 'shared.js')).toEqual(['day-1.js', 'shared.js']);
  expect(build('day-2.js', 'shared.js')).toEqual(['day-1.js', 'day-2.js', 'shared.js']);
  expect(build('day-2.js', 'shared.js')).toEqual(['day-1.js', 'day-2.js', 'shared.js']);
  expect(build('day-3.js', 'shared.js')).toEqual(['day-2.js', 'day-3.js', 'shared.js']);
  expect(readdirSync(join(web, 'assets'))).toHaveLength(6);
  rmSync(folder, { recursive: true });
});
