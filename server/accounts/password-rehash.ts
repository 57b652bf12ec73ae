import { isFirebaseHash, parseFirebaseHash } from './firebase-scrypt.ts';
import { hashPassword } from './password-hashing.ts';
import { findPasswordHash, replacePasswordHash } from './passwords.ts';
import type { AccountDatabase } from './schema.ts';
import { findUserByEmail } from './users.ts';

/** Replaces a Firebase hash with ours after its password signed in, unless the password changed meanwhile. */
export async function upgradePasswordHash(
  db: AccountDatabase,
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  const before = user === null ? null : await findPasswordHash(db, user);
  if (user === null || before === null || !isFirebaseHash(before)) return;
  await replacePasswordHash(db, user, { before, after: await hashPassword(password) }, now);
}

/**
 * For a second import with corrected hash parameters. False if nothing changed, the password has been used since, or it is
 * another password.
 */
export async function replaceFirebaseHash(
  db: AccountDatabase,
  user: string,
  after: string,
  now: number,
): Promise<boolean> {
  const before = await findPasswordHash(db, user);
  const [old, next] = [parseFirebaseHash(before ?? ''), parseFirebaseHash(after)];
  const isSame = old && next && old.hash === next.hash && old.salt === next.salt;
  if (before === null || before === after || !isSame) return false;
  return replacePasswordHash(db, user, { before, after }, now);
}
