import { type Kysely, sql } from 'kysely';
import type { ExclusiveTransaction, Lock } from '../kysely/transactions.ts';
import type { Tables } from '../tables.ts';

/** The locks last until the transaction ends. Each is a statement of its own, so that later ones see what was waited for. */
export function exclusiveTransactions(kysely: Kysely<Tables>): ExclusiveTransaction {
  return (locks, work) =>
    kysely.transaction().execute(async (transaction) => {
      const lock = async (names: readonly Lock[]) => {
        for (const name of names) {
          await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
        }
      };
      await lock(locks);
      return work(transaction, lock);
    });
}
