import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { newId } from '../../id.ts';
import type { Attempts } from '../throttle/sign-in-throttle.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { keepPassword, resetLinkOf } from '../password/stored-password.ts';
import { hashPassword } from '../password/password-hashing.ts';
import type { PasswordRules } from '../password/password-policy.ts';
import { hashOf, newSecret } from '../random-secret.ts';
import { removeSecondFactor } from '../second-factor/remove-second-factor.ts';
import { revokeWaysIn } from '../revoke-access.ts';
import { ownerOf } from '../email/email-address.ts';

/** How long a link works, in minutes. */
export const resetMinutes = 30;

/** A link by which whoever has it chooses a new password, once. */
export const resetPath = (token: string): string => `/reset/${token}`;

type Way = Parameters<typeof resetLinkOf>[1];

/** The secret of a new link for the account with this address; null when there is none. Only its hash is kept. */
export async function issueReset(
  db: AccountDatabase,
  { email, way, now }: { readonly email: string; readonly way: Way; readonly now: number },
): Promise<string | null> {
  const user = await ownerOf(db, email);
  if (user === null) return null;
  const token = newSecret();
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + resetMinutes * 60_000).toISOString();
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
  readonly passwordRules: PasswordRules;
  readonly attempts: Pick<Attempts, 'forget'>;
  readonly now: () => number;
}

/** Chooses the new password; the answer names the sessions that ended, which are all. Every other way in ends too. */
export type ResetPassword = (
  token: string,
  password: string,
) => Promise<Outcome<{ readonly user: string; readonly ended: readonly string[] }>>;

export function createResetPassword({ db, passwordRules, attempts, now }: Parts): ResetPassword {
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
    const password = passwordRules.read(typed, 'password');
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
      await keepPassword(transaction, user, hash, now());
      const ended = await revokeWaysIn(transaction, user);
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
