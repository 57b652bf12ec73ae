import { sql } from 'kysely';
import type { AccountDatabase } from './better-auth/better-auth.ts';
import { revokePendingProofs } from './password/stored-password.ts';

const DAY = 86_400_000;

/**
 * Ends the sessions of a person, but for one that goes on; the answer names them. What was about to become a session is
 * found by `lastSignOut` and `admit`.
 */
export async function endSessions(
  db: AccountDatabase,
  user: string,
  goesOn: string | null = null,
): Promise<readonly string[]> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from sign_outs)`;
  await db
    .insertInto('sign_outs')
    .values({ user_id: user, number })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ number }))
    .execute();
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', user)
    .where('id', '!=', goesOn ?? '')
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** To be read before anything is proved, and handed to `admit` when a session was made of it. */
export async function lastSignOut(db: AccountDatabase): Promise<number> {
  const row = await db
    .selectFrom('sign_outs')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/**
 * May what this person proved since then stand? A password that is right while its hash is compared can have been
 * replaced by the time that the session is made. Such a session was missed by `endSessions`, and goes here, before
 * anybody has its cookie; so does what came with it, such as a trusted device.
 */
export const admit = (
  db: AccountDatabase,
  user: string,
  { since, session }: { readonly since: number; readonly session: string | null },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const later = await transaction
      .selectFrom('sign_outs')
      .select('number')
      .where('user_id', '=', user)
      .where('number', '>', since)
      .executeTakeFirst();
    if (!later) return true;
    await transaction
      .deleteFrom('session')
      .where('id', '=', session ?? '')
      .execute();
    await revokePendingProofs(transaction, user);
    return false;
  });

/** Is this session there still? To be asked in the transaction that does what only its person may. */
export const isSignedIn = async (db: AccountDatabase, session: string): Promise<boolean> =>
  (await db.selectFrom('session').select('id').where('id', '=', session).executeTakeFirst()) !== undefined;

interface Sweeping {
  readonly db: AccountDatabase;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

/** Removes sessions and links that ran out: now, and once a day. Returns how to stop. */
export async function sweepDaily({ db, now, log }: Sweeping): Promise<() => void> {
  async function sweep(): Promise<void> {
    const instant = new Date(now()).toISOString();
    await db.deleteFrom('session').where('expiresAt', '<=', instant).execute();
    await db.deleteFrom('verification').where('expiresAt', '<=', instant).execute();
    await db
      .deleteFrom('sign_in_attempts')
      .where('at', '<=', now() - DAY)
      .execute();
    await db.deleteFrom('email_links').where('expires_at', '<=', now()).execute();
  }
  await sweep();
  const timer = setInterval(() => sweep().catch((error: unknown) => log.error(error)), DAY).unref();
  return () => clearInterval(timer);
}
