import type { Kysely } from 'kysely';
import { kindOf } from '../../../domain/account/security-event.ts';
import { mostEntries, type SecurityLogEntry } from '../security-log-store.ts';
import type { Tables } from '../tables.ts';

/**
 * Adds entries in the transaction of what they are about, so that neither is stored without the other. Also removes the
 * oldest entries of a person or team that has too many of their kind.
 */
export async function appendEntries(
  transaction: Kysely<Tables>,
  entries: readonly (SecurityLogEntry | undefined)[],
): Promise<void> {
  const buckets = new Map<string, number>();
  for (const entry of entries) {
    if (!entry) continue;
    const row = rowOf(entry);
    await transaction
      .insertInto('security_log')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    buckets.set(row.bucket, mostEntries[kindOf(entry.type)]);
  }
  for (const [bucket, most] of buckets) {
    const oldest = transaction
      .selectFrom('security_log')
      .select('id')
      .where('bucket', '=', bucket)
      .orderBy('id', 'desc')
      .offset(most)
      .limit(1);
    await transaction
      .deleteFrom('security_log')
      .where('bucket', '=', bucket)
      .where('id', '<=', oldest)
      .execute();
  }
}

/** By type, so that nobody can push out one event by causing many others. */
const bucketOf = ({ team, user, type }: SecurityLogEntry): string => `${team ?? user ?? 'server'} ${type}`;

const rowOf = (entry: SecurityLogEntry): Tables['security_log'] => ({
  id: entry.id,
  at: entry.at,
  type: entry.type,
  user_id: entry.user,
  by_user: entry.by,
  team_id: entry.team,
  device: entry.device,
  place: entry.place,
  details: JSON.stringify(entry.details),
  bucket: bucketOf(entry),
});
