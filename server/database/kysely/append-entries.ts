import type { Kysely } from 'kysely';
import { afterSoMany, bucketOf, firstIdOfDay, isByStrangers, mostFailures } from '../entry-limits.ts';
import type { SecurityLogEntry } from '../security-log-store.ts';
import type { Tables } from '../tables.ts';

type Row = Tables['security_log'];

/** Adds entries in the transaction of what they are about, so that neither is stored without the other. */
export async function appendEntries(
  transaction: Kysely<Tables>,
  entries: readonly (SecurityLogEntry | undefined)[],
): Promise<void> {
  const full = new Set<string>();
  for (const entry of entries) {
    if (!entry) continue;
    if (isByStrangers(entry)) {
      await insert(transaction, entry);
      full.add(bucketOf(entry));
    } else {
      await insertOrCount(transaction, entry);
    }
  }
  for (const bucket of full) await removeOldest(transaction, bucket);
}

async function insert(transaction: Kysely<Tables>, entry: SecurityLogEntry): Promise<void> {
  await transaction
    .insertInto('security_log')
    .values(rowOf(entry))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertOrCount(transaction: Kysely<Tables>, entry: SecurityLogEntry): Promise<void> {
  const today = await transaction
    .selectFrom('security_log')
    .selectAll()
    .where('bucket', '=', bucketOf(entry))
    .where('id', '>=', firstIdOfDay(entry))
    .execute();
  const { stored, replaces } = afterSoMany(today.map(parseEntry), entry);
  if (replaces !== null) await transaction.deleteFrom('security_log').where('id', '=', replaces).execute();
  await insert(transaction, stored);
}

async function removeOldest(transaction: Kysely<Tables>, bucket: string): Promise<void> {
  const oldest = transaction
    .selectFrom('security_log')
    .select('id')
    .where('bucket', '=', bucket)
    .orderBy('id', 'desc')
    .offset(mostFailures)
    .limit(1);
  await transaction
    .deleteFrom('security_log')
    .where('bucket', '=', bucket)
    .where('id', '<=', oldest)
    .execute();
}

const rowOf = (entry: SecurityLogEntry): Row => ({
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

export const parseEntry = (row: Row): SecurityLogEntry => ({
  id: row.id,
  at: row.at,
  type: row.type,
  user: row.user_id,
  by: row.by_user,
  team: row.team_id,
  device: row.device,
  place: row.place,
  details: JSON.parse(row.details),
});
