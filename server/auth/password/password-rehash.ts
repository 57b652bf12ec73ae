import { ownerOf } from '../email/email-address.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { hostedParts, isHostedPassword } from './firebase-scrypt.ts';
import { byPassword, keptPassword } from './stored-password.ts';
import { hashPassword } from './password-hashing.ts';

/**
 * A password that was just right and is kept as the hosted product did is kept as ours are from now on. One that was
 * changed meanwhile stays.
 */
export async function renewPassword(
  db: AccountDatabase,
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<void> {
  const user = await ownerOf(db, email);
  const kept = user === null ? null : await keptPassword(db, user);
  if (user === null || kept === null || !isHostedPassword(kept)) return;
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
export async function replaceHostedPassword(
  db: AccountDatabase,
  user: string,
  password: string,
  now: number,
): Promise<boolean> {
  const kept = await keptPassword(db, user);
  const [before, after] = [hostedParts(kept ?? ''), hostedParts(password)];
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
