import { newId } from '../../id.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';

/** What the sign-in library calls the way in by a password. */
export const byPassword = 'credential';

/** Null for who signs in only through a provider. */
export async function findPasswordHash(db: AccountDatabase, user: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', user)
    .where('providerId', '=', byPassword)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Keeps the hash of a new password, and ends what the old one or a link for a new one could still do. */
export async function savePasswordHash(
  db: AccountDatabase,
  user: string,
  hash: string,
  now: number,
): Promise<void> {
  const updatedAt = new Date(now).toISOString();
  const changed = await db
    .updateTable('account')
    .set({ password: hash, updatedAt })
    .where('userId', '=', user)
    .where('providerId', '=', byPassword)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    const row = { id: newId(), userId: user, accountId: user, providerId: byPassword, password: hash };
    await db
      .insertInto('account')
      .values({ ...row, createdAt: updatedAt, updatedAt })
      .execute();
  }
  await revokePendingProofs(db, user);
}

/** What was begun or trusted by what the person proved so far is over: links in email, half a sign-in, trusted devices. */
export async function revokePendingProofs(db: AccountDatabase, user: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', user).execute();
  await db.deleteFrom('email_links').where('user_id', '=', user).execute();
}

const resetLink = 'reset-link:';

/** How the link with this hash is named among what proves something once. Only one that was mailed proves an address. */
export const resetLinkOf = (tokenHash: string, way: 'mailed' | 'handed over'): string =>
  way === 'mailed' ? `${resetLink}mailed:${tokenHash}` : `${resetLink}${tokenHash}`;

/** The links for a new password that a person was sent do not work any more. */
export async function revokeResetLinks(db: AccountDatabase, user: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', '=', user)
    .where('identifier', 'like', `${resetLink}%`)
    .execute();
}
