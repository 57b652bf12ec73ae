import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { newId } from '../../id.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { findUserByEmail } from '../email/email-address.ts';
import { hashPassword } from '../password/password-hashing.ts';
import type { PasswordPolicy } from '../password/password-policy.ts';
import { resetLinkOf, savePasswordHash } from '../password/stored-password.ts';
import { hashOf, newSecret } from '../random-secret.ts';
import { revokePasskeysTokensAndSessions } from '../revoke-access.ts';
import { removeSecondFactor } from '../second-factor/remove-second-factor.ts';
import type { Attempts } from '../throttle/sign-in-throttle.ts';

/** How long a link works, in minutes. */
export const resetLinkMinutes = 30;

/** A link by which whoever has it chooses a new password, once. */
export const resetLinkPath = (token: string): string => `/reset/${token}`;

type Way = Parameters<typeof resetLinkOf>[1];

/** The secret of a new link for the account with this address; null when there is none. Only its hash is kept. */
export async function issueResetLink(
  db: AccountDatabase,
  { email, way, now }: { readonly email: string; readonly way: Way; readonly now: number },
): Promise<string | null> {
  const user = await findUserByEmail(db, email);
  if (user === null) return null;
  const token = newSecret();
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + resetLinkMinutes * 60_000).toISOString();
  const row = {
    identifier: resetLinkOf(hashOf(token), way),
    value: user,
    createdAt: at,
    updatedAt: at,
    expiresAt,
  };
  await db
    .insertInto('verification')
    .values({ id: newId(), ...row })
    .execute();
  return token;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly passwordPolicy: PasswordPolicy;
  readonly attempts: Pick<Attempts, 'forget'>;
  readonly now: () => number;
}

/** Chooses the new password; the answer names the sessions that ended, which are all. Every other way in ends too. */
export type ResetPassword = (
  token: string,
  password: string,
) => Promise<Outcome<{ readonly user: string; readonly ended: readonly string[] }>>;

export function createResetPassword({ db, passwordPolicy, attempts, now }: Parts): ResetPassword {
  return async (token, typed) => {
    const mailed = resetLinkOf(hashOf(token), 'mailed');
    const names = [mailed, resetLinkOf(hashOf(token), 'handed over')];
    const isGood = await db
      .selectFrom('verification')
      .select('id')
      .where('identifier', 'in', names)
      .where('expiresAt', '>', new Date(now()).toISOString())
      .executeTakeFirst();
    if (!isGood) return refuse('reset-invalid');
    const password = passwordPolicy.read(typed, 'password');
    if (!password.ok) return password;
    const hash = await hashPassword(password.value);
    const chosen = await db.transaction().execute(async (transaction) => {
      // Two may have come so far with the same link; it is there for one of them.
      const used = await transaction
        .deleteFrom('verification')
        .where('identifier', 'in', names)
        .returning(['identifier', 'value'])
        .executeTakeFirst();
      if (!used) return refuse('reset-invalid');
      const user = used.value;
      if (used.identifier === mailed) await proveAddress(transaction, user);
      await savePasswordHash(transaction, user, hash, now());
      const ended = await revokePasskeysTokensAndSessions(transaction, user);
      const { email } = await transaction
        .selectFrom('user')
        .select('email')
        .where('id', '=', user)
        .executeTakeFirstOrThrow();
      return done({ user, email, ended });
    });
    if (chosen.ok) await attempts.forget(chosen.value.email);
    return chosen;
  };
}

/**
 * The link came to the person's address. Until now anybody could have registered that, and set up an authenticator app
 * that the owner does not have: such an app goes. One of a proven address stays.
 */
async function proveAddress(db: AccountDatabase, user: string): Promise<void> {
  const first = await db
    .updateTable('user')
    .set({ emailVerified: 1 })
    .where('id', '=', user)
    .where('emailVerified', '=', 0)
    .executeTakeFirst();
  if (first.numUpdatedRows > 0n) await removeSecondFactor(db, user);
}
