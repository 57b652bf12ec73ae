import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { nameEpoch } from '../../../contract/live.ts';
import type { Tables } from '../tables.ts';

/** A new id for the history in a database, which says when its last change was made. */
export async function nextEpoch(kysely: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (select max(at) as at from changes union all select max(last_at) from packs) as each
  `.execute(kysely);
  return nameEpoch(randomUUID(), rows[0]?.at ?? null);
}
