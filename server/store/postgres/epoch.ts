import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * The id of this history. A copy that takes over has another timeline: it may lack changes that pages have seen, so they
 * start again from a snapshot.
 */
export async function epochOf(db: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await db.query<{ epoch: string }>(`
    select value || '-' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as epoch
    from meta where key = 'epoch'
  `);
  return rows[0]?.epoch ?? '';
}

/** Gives a new database its id. */
export async function makeEpoch(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query("insert into meta (key, value) values ('epoch', $1) on conflict do nothing", [randomUUID()]);
}
