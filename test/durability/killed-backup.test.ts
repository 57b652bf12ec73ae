import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBackup, restoreBackup } from '../../server/database/sqlite/backups.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { refuseLostDatabase } from '../../server/database/sqlite/lost-database.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../../server/database/store.ts';
import { StartProblem } from '../../server/start-problem.ts';
import { createTeam, rename } from '../stores/team-fixture.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function storeAt(file: string, versions: number): Promise<DatabaseStore> {
  const store = await openSqliteStore(file);
  await store.documents.commit([createTeam]);
  for (let from = 1; from < versions; from++) await store.documents.commit([rename(from)]);
  return store;
}

/** The folder as a kill at each step would have left it, in order; the last one is as it was when all was done. */
async function copyEachStep(name: string, ...args: string[]): Promise<string[]> {
  const script = join(import.meta.dirname, 'copy-each-step.ts');
  const copies = at(`${name}-steps`);
  const child = spawn(process.execPath, [script, copies, at(name), ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`It ended with ${code}.`);
  return readdirSync(copies)
    .sort((one, other) => Number(one) - Number(other))
    .map((step) => join(copies, step));
}

/** How many changes a server that starts now has, or why it does not start. */
function startIn(step: string): number | string {
  const file = join(step, 'lineup.db');
  try {
    refuseLostDatabase(file);
    return existsSync(file) ? checkDatabase(file).changes : 'It starts without data.';
  } catch (error) {
    if (error instanceof StartProblem) return error.message.replaceAll(`${step}/`, '');
    throw error;
  }
}

/** Without those that are the same as the one before. */
const runsOf = <Value>(values: readonly Value[]) =>
  values.filter((value, index) => index === 0 || value !== values[index - 1]);

test('[DU11] a backup killed at any step leaves no file, or a whole one', async () => {
  mkdirSync(at('data'));
  const store = await storeAt(at('data/lineup.db'), 5);
  const steps = await copyEachStep('data', 'backup', at('data/lineup.db'), at('data/backup.db'));
  await store.close();
  const found = steps.map((step) => {
    const file = join(step, 'backup.db');
    return existsSync(file) ? checkDatabase(file).changes : null;
  });
  expect(steps.length).toBeGreaterThan(10);
  expect(runsOf(found)).toEqual([null, 5]);

  const step = steps.find((each) => readdirSync(each).some((name) => name.endsWith('.part'))) ?? '';
  const running = `backup.db.${process.pid}-${'x'.repeat(22)}.part`;
  writeFileSync(join(step, running), 'of a backup that runs');
  await makeBackup(join(step, 'lineup.db'), join(step, 'backup.db'));
  expect(readdirSync(step).filter((name) => name.includes('.part'))).toEqual([running]);
});

test('[DU13] a restore killed at any step leaves the old database, the new one, or none that starts', async () => {
  const other = await storeAt(at('other.db'), 3);
  await makeBackup(at('other.db'), at('backup.db'));
  await other.close();
  for (const name of ['logged', 'damaged']) mkdirSync(at(name));

  const store = await storeAt(at('made.db'), 9);
  // With its log, as after a kill.
  for (const suffix of ['', '-wal']) cpSync(at(`made.db${suffix}`), at(`logged/lineup.db${suffix}`));
  await store.close();
  const logged = await copyEachStep('logged', 'restore', at('backup.db'), at('logged/lineup.db'));
  const step = logged.find((each) => readdirSync(each).some((name) => name.endsWith('.part'))) ?? '';
  await restoreBackup(at('backup.db'), join(step, 'lineup.db'), 0);
  expect(readdirSync(step).filter((name) => name.includes('.part'))).toEqual([]);
  expect(runsOf(logged.filter((each) => each !== step).map(startIn))).toEqual([9, 3]);

  for (const suffix of ['', '-wal'])
    writeFileSync(at(`damaged/lineup.db${suffix}`), 'not anymore'.repeat(999));
  const damaged = await copyEachStep('damaged', 'restore', at('backup.db'), at('damaged/lineup.db'));
  expect(runsOf(damaged.map(startIn))).toEqual([
    'The file lineup.db is not a Lineup database.',
    expect.stringMatching(/^The database lineup\.db is missing, but lineup\.db\.replaced-\S+ is there/),
    3,
  ]);
  expect(readdirSync(damaged.at(-1) ?? '').sort()).toEqual([
    'lineup.db',
    'lineup.db-lock',
    'lineup.db.replaced-1970-01-01T00-00-00-000Z',
    'lineup.db.replaced-1970-01-01T00-00-00-000Z-wal',
  ]);
});
