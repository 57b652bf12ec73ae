import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import { createTeam, rename } from '../stores/team-fixture.ts';

const root = join(import.meta.dirname, '../..');

/** As in the container, where the project is /lineup. */
function runHook(name: 'pre-backup' | 'post-restore', dataDir: string): void {
  const script = readFileSync(join(root, 'deploy/hooks', name), 'utf8').replace('cd /lineup', `cd '${root}'`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  const { status, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
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
