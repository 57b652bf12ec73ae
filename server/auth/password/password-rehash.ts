import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { findUserByEmail } from '../email/email-address.ts';
import { isFirebaseHash, parseFirebaseHash } from './firebase-scrypt.ts';
import { hashPassword } from './password-hashing.ts';
import { byPassword, findPasswordHash } from './stored-password.ts';

/**
 * A password that was just right and is kept as the hosted product did is kept as ours are from now on. One that was
 * changed meanwhile stays.
 */
export async function upgradePasswordHash(
  db: AccountDatabase,
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  const kept = user === null ? null : await findPasswordHash(db, user);
  if (user === null || kept === null || !isFirebaseHash(kept)) return;
  await db
    .updateTable('account')
    .set({ password: await hashPassword(password), updatedAt: new Date(now).toISOString() })
    .where('userId', '=', user)
    .where('providerId', '=', byPassword)
    .where('password', '=', kept)
    .execute();
}

/**
 * Takes an imported password again that was moved in with other hash parameters, and was never used since. False where
 * it is the same, has been used, or is another password.
 */
export async function replaceFirebaseHash(
  db: AccountDatabase,
  user: string,
  password: string,
  now: number,
): Promise<boolean> {
  const kept = await findPasswordHash(db, user);
  const [before, after] = [parseFirebaseHash(kept ?? ''), parseFirebaseHash(password)];
  const isSame = before && after && before.hash === after.hash && before.salt === after.salt;
  if (kept === null || kept === password || !isSame) return false;
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password, updatedAt: new Date(now).toISOString() })
    .where('userId', '=', user)
    .where('providerId', '=', byPassword)
    .where('password', '=', kept)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
