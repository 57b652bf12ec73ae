import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { account, type PostgresServer, startPostgres } from './postgres-server.ts';

/** What `synchronous_standby_names` of the primary has to name. */
export const standbyName = 'lineup-copy';

/** Settings of a server that can have a standby. */
export const primarySettings = { wal_keep_size: '64MB', wal_level: 'replica' } as const;

/** Copies a running server, as `pg_basebackup` does it, and starts the copy as its standby. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-standby-'));
  const data = join(folder, 'data');
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const client = new pg.Client({ connectionString: primary.url('postgres') });
  await client.connect();
  await client.query(`select pg_backup_start('standby', fast => true)`);
  spawnSync('cp', ['-a', join(primary.folder, 'data'), data], { ...account, cwd: folder });
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  await client.end();
  rmSync(join(data, 'postmaster.pid'), { force: true });
  rmSync(join(data, 'pg_wal'), { recursive: true });
  mkdirSync(join(data, 'pg_wal/archive_status'), { recursive: true });
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile);
  writeFileSync(join(data, 'standby.signal'), '');
  if (account.uid !== undefined) spawnSync('chown', ['-R', String(account.uid), folder]);
  return startPostgres(folder, {
    ...primarySettings,
    primary_conninfo: `host=${primary.folder} user=postgres application_name=${standbyName}`,
  });
}
