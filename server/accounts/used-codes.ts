import { hashOf } from './random-secret.ts';
import type { AccountDatabase } from './schema.ts';

/** Longer than Better Auth accepts a code, in milliseconds. */
const CODE_LIFE = 120_000;

/** Better Auth accepts a code again while it is valid; here each works once. */
export interface UsedCodes {
  /** False if it was used already. */
  claim(user: string, code: string): Promise<boolean>;
  /** After a code that was wrong. */
  release(user: string, code: string): Promise<void>;
}

export function createUsedCodes(db: AccountDatabase, now: () => number): UsedCodes {
  const keyOf = (user: string, code: string) => hashOf(JSON.stringify([user, code]));
  return {
    async claim(user, code) {
      // A row from the future was made while the clock was wrong.
      await db
        .deleteFrom('used_codes')
        .where((row) => row.or([row('at', '<', now() - CODE_LIFE), row('at', '>', now() + CODE_LIFE)]))
        .execute();
      const added = await db
        .insertInto('used_codes')
        .values({ key: keyOf(user, code), at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
      return added !== undefined;
    },
    async release(user, code) {
      await db.deleteFrom('used_codes').where('key', '=', keyOf(user, code)).execute();
    },
  };
}
