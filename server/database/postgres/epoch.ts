import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/**
 * The id of this history. A copy that takes over has another timeline: it may lack changes that pages have seen, so they
 * start again from a snapshot. On the timeline that it was stored on, the id is as it was stored: a history that was moved
 * here goes on.
 */
export async function epochOf(db: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await db.query<{ epoch: string }>(`
    select epoch.value || case ${timeline} when first.value then '' else '-' || ${timeline} end as epoch
    from meta epoch left join meta first on first.key = 'timeline'
    where epoch.key = 'epoch'
  `);
  return rows[0]?.epoch ?? '';
}

/** Gives a new database its id. */
export async function makeEpoch(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query("insert into meta (key, value) values ('epoch', $1) on conflict do nothing", [randomUUID()]);
}

/** From now on, this is the id. */
export async function saveEpoch(db: Pick<pg.Client, 'query'>, epoch: string): Promise<void> {
  await db.query(
    `insert into meta (key, value) values ('epoch', $1), ('timeline', ${timeline})
    on conflict (key) do update set value = excluded.value`,
    [epoch],
  );
}
