import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Something that only one transaction at a time may work on. Several are locked in this order. */
export type Lock = `invitation ${string}` | `user ${string}` | `team ${string}`;

/** Runs a transaction that no other with one of the same locks runs beside. `lock` adds locks, later ones in the order. */
export type ExclusiveTransaction = <Result>(
  locks: readonly Lock[],
  work: (transaction: Kysely<Tables>, lock: (locks: readonly Lock[]) => Promise<void>) => Promise<Result>,
) => Promise<Result>;
