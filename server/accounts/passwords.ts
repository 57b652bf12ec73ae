import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { newId } from '../id.ts';
import type { Parts } from '../parts.ts';
import {
  type AccountDatabase,
  findUserByEmail,
  fromInstant,
  passwordProvider,
  revokePendingProofs,
  withAccountTables,
} from './account-tables.ts';
import type { Caller } from './accounts.ts';
import { hashPassword, isFirebaseHash, parseFirebaseHash, verifyPassword } from './password-policy.ts';
import { findSession } from './sessions.ts';

export async function findPasswordHash(db: AccountDatabase, user: string): Promise<string | null> {
  const row = await withAccountTables(db)
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
  const { numUpdatedRows } = await withAccountTables(db)
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
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  const before = user === null ? null : await findPasswordHash(db, user);
  if (user === null || before === null || !isFirebaseHash(before)) return;
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
  const tables = withAccountTables(db);
  const updatedAt = fromInstant(now);
  const changed = await tables
    .updateTable('account')
    .set({ password: hash, updatedAt })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    const signIn = { id: newId(), userId: user, accountId: user, providerId: passwordProvider };
    await tables
      .insertInto('account')
      .values({ ...signIn, password: hash, createdAt: updatedAt, updatedAt })
      .execute();
  }
  await revokePendingProofs(db, user);
}

/** How long a sign-in counts in place of a password, in milliseconds. */
const FRESH = 600_000;

interface PasswordProof {
  readonly password: string;
  /** The field a wrong password is reported at; 'password' by default. */
  readonly field?: string;
}

/** Checks the caller's password again. Someone without a password needs a recent sign-in instead. */
export type Reauthenticate = (caller: Caller, proof: PasswordProof) => Promise<Outcome<null>>;

export function createReauthentication({
  db,
  throttle,
  securityLog,
  now,
}: Pick<Parts, 'db' | 'throttle' | 'securityLog' | 'now'>): Reauthenticate {
  return async ({ user, session }, { password, field = 'password' }) => {
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
  };
}
