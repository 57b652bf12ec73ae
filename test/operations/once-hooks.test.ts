import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastStoredAt } from '../../server/database/sqlite/backups.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import type { SecurityLogEntry } from '../../server/database/store.ts';
import { createTeam, rename } from '../stores/team-fixture.ts';

const HOUR = 3_600_000;
const entry: SecurityLogEntry = {
  ...{ id: '0', at: 0, type: 'signed-out', user: null, by: null, team: null },
  ...{ device: '', place: '', details: {} },
};
const root = join(import.meta.dirname, '../..');

/** As in the container, where the project is /lineup. */
function runHook(name: 'pre-backup' | 'post-restore', dataDir: string): void {
  expect(hook(name, dataDir)).toEqual([0, '']);
}

function hook(name: 'pre-backup' | 'post-restore', dataDir: string) {
  const script = readFileSync(join(root, 'deploy/hooks', name), 'utf8').replace('cd /lineup', `cd '${root}'`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  const { status, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
  return [status, stderr];
}

test.skipIf(process.platform === 'win32')(
  'what ONCE copies after pre-backup is whole once post-restore has run, also in a new folder',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'lineup-once-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true }));
    const [data, restored] = [join(folder, 'data'), join(folder, 'restored')];
    mkdirSync(data);
    writeFileSync(join(data, 'once-backup.db'), 'of the backup before');
    const store = await openSqliteStore(join(data, 'lineup.db'));
    await store.documents.commit([createTeam]);
    runHook('pre-backup', data);
    await store.documents.commit([rename(1)]);
    cpSync(data, restored, { recursive: true });
    // While the server writes, its files are copied at different moments.
    writeFileSync(join(restored, 'lineup.db'), 'half a page');
    const { epoch } = store;
    await store.close();

    runHook('post-restore', restored);
    expect(checkDatabase(join(restored, 'lineup.db'))).toMatchObject({ damage: [], changes: 1 });
    expect(existsSync(join(restored, 'once-backup.db'))).toBe(false);
    const again = await openSqliteStore(join(restored, 'lineup.db'));
    expect(again.epoch).not.toBe(epoch);
    await again.close();
  },
);

test.skipIf(process.platform === 'win32')(
  'a copy that stayed from an earlier backup is not put over a newer database',
  async (context) => {
    const data = mkdtempSync(join(tmpdir(), 'lineup-once-'));
    context.onTestFinished(() => rmSync(data, { recursive: true }));
    const [database, copy] = [join(data, 'lineup.db'), join(data, 'once-backup.db')];
    const store = await openSqliteStore(database);
    await store.documents.commit([createTeam]);
    runHook('pre-backup', data);
    await store.securityLog.append([{ ...entry, at: Date.now() + 2 * HOUR }]);
    await store.close();

    const [status, sentence] = hook('post-restore', data);
    expect(status).toBe(1);
    expect(sentence).toContain(
      `Delete ${copy} to go on with ${database}, or ${database} to go back to the copy.`,
    );
    expect(lastStoredAt(database)).toBeGreaterThan(Date.now());
    rmSync(copy);
    runHook('post-restore', data);
    expect(lastStoredAt(database)).toBeGreaterThan(Date.now());
  },
);
