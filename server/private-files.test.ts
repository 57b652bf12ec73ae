import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from './database/sqlite/sqlite.ts';
import { loadAuthority, makeNewAuthority } from './operate/authority.ts';
import { createBackups } from './operate/backups.ts';

test('files that others can read are made private at the start', async () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const at = (name: string) => join(dataDir, name);
  await (await openSqliteStore(at('lineup.db'))).close();
  await makeNewAuthority(dataDir, now);
  mkdirSync(at('backups'));
  const backup = 'backups/lineup-2026-11-21T12-00-00Z.db';
  for (const name of [backup, 'backups/notes.txt', 'lineup.db-wal']) writeFileSync(at(name), '');
  const files = ['lineup.db', 'lineup.db-wal', backup, 'backups/notes.txt', 'tls/authority.pem'];
  for (const name of files) chmodSync(at(name), 0o644);
  chmodSync(at('tls'), 0o755);

  const store = await openSqliteStore(at('lineup.db'));
  await loadAuthority(dataDir);
  const config = { folder: at('backups'), everyHours: 24, keep: 2 };
  const backups = createBackups({ config, dataDir, now: () => now, log: { error: () => {} } });
  const modes = [...files, 'lineup.db-shm', 'tls'].map((name) => {
    const found = statSync(at(name), { throwIfNoEntry: false });
    return [name, found && (found.mode & 0o777).toString(8)];
  });
  expect(Object.fromEntries(modes)).toEqual({
    'lineup.db': '600',
    'lineup.db-wal': '600',
    'lineup.db-shm': '600',
    [backup]: '600',
    'backups/notes.txt': '644',
    'tls/authority.pem': '600',
    tls: '700',
  });
  await backups.close();
  await store.close();
  rmSync(dataDir, { recursive: true });
});
