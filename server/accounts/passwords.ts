import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Parts } from '../endpoint-parts.ts';
import {
  type AccountDatabase,
  fromInstant,
  insertSignIn,
  passwordProvider,
  revokePendingProofs,
} from './account-tables.ts';
import type { Caller } from './accounts.ts';
import { hashPassword, isFirebaseHash, parseFirebaseHash, verifyPassword } from './password-policy.ts';
import { findSession } from './sessions.ts';

export async function findPasswordHash(db: AccountDatabase, user: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** False if the stored hash is another one by now. */
async function replacePasswordHash(
  db: AccountDatabase,
  user: string,
  { before, after }: { readonly before: string; readonly after: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password: after, updatedAt: fromInstant(now) })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .where('password', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces a Firebase hash with ours after its password signed in, unless the password changed meanwhile. */
export async function upgradePasswordHash(
  db: AccountDatabase,
  user: string,
  { before, password }: { readonly before: string; readonly password: string },
  now: number,
): Promise<void> {
  if (!isFirebaseHash(before)) return;
  await replacePasswordHash(db, user, { before, after: await hashPassword(password) }, now);
}

/** For a second import with corrected hash parameters. False if it is another password, or has been used since. */
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

/** Stores the hash of a new password, and ends what the old one or a reset link could still do. */
export async function setPassword(
  db: AccountDatabase,
  user: string,
  hash: string,
  now: number,
): Promise<void> {
  const changed = await db
    .updateTable('account')
    .set({ password: hash, updatedAt: fromInstant(now) })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    const signIn = { providerId: passwordProvider, accountId: user, password: hash };
    await insertSignIn(db, user, signIn, now);
  }
  await revokePendingProofs(db, user);
}

/** How long a sign-in counts in place of a password, in milliseconds: later, it may be somebody else at an open page. */
const FRESH = 600_000;

/** Checks the caller's password again; `field` is where a wrong one is reported. Someone without a password needs a recent sign-in instead. */
export async function reauthenticate(
  { db, throttle, securityLog, now }: Parts,
  { user, session }: Caller,
  { password, field = 'password' }: { readonly password: string; readonly field?: string },
): Promise<Outcome<null>> {
  const hash = await findPasswordHash(db, user.id);
  if (hash === null) {
    const found = await findSession(db, session);
    return found && now() - found.createdAt < FRESH ? done(null) : refuse('sign-in-again');
  }
  const record = (type: 'sign-in-failed' | 'sign-in-throttled') =>
    securityLog.recordLater({ type, user: user.id, details: { method: 'password' } });
  const attempt = await throttle.reauthenticate(session, field);
  if (!attempt.ok) {
    record('sign-in-throttled');
    return attempt;
  }
  if (!(await verifyPassword(password, hash))) {
    record('sign-in-failed');
    return refuse('password-wrong', { field });
  }
  await attempt.value.succeeded();
  return done(null);
}
