import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/kysely/append-entries.ts';
import type { SecurityLogEntry } from '../database/security-log-store.ts';
import { hashPassword } from './password-hashing.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { consumeResetLink, isResetLinkValid } from './reset-links.ts';
import { removeSecondFactor, revokePasskeysTokensAndSessions } from './revoke-access.ts';
import type { AccountDatabase } from './schema.ts';
import { setPassword } from './set-password.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { findUsers, markEmailVerified } from './users.ts';

export interface PasswordReset {
  readonly user: string;
  /** Ids of the sessions that ended, which are all of the user's. */
  readonly endedSessions: readonly string[];
}

/** Sets the new password, and revokes everything else the user could sign in with except the second factor. */
export type ResetPassword = (
  token: string,
  password: string,
  entryOf: (user: string) => SecurityLogEntry,
) => Promise<Outcome<PasswordReset>>;

interface Dependencies {
  readonly db: AccountDatabase;
  readonly passwordPolicy: PasswordPolicy;
  readonly throttle: Pick<SignInThrottle, 'forget'>;
  readonly now: () => number;
}

export function createResetPassword({ db, passwordPolicy, throttle, now }: Dependencies): ResetPassword {
  return async (token, typed, entryOf) => {
    if (!(await isResetLinkValid(db, token, now()))) return refuse('reset-invalid');
    const password = passwordPolicy.check(typed, 'password');
    if (!password.ok) return password;
    const hash = await hashPassword(password.value);
    const reset = await db.transaction().execute(async (transaction): Promise<Outcome<PasswordReset>> => {
      // Another request may have used the same link since.
      const link = await consumeResetLink(transaction, token);
      if (!link) return refuse('reset-invalid');
      const { user } = link;
      if (link.sentBy === 'email') await verifyAddress(transaction, user);
      await setPassword(transaction, user, hash, now());
      await appendEntries(transaction, [entryOf(user)]);
      return done({ user, endedSessions: await revokePasskeysTokensAndSessions(transaction, user) });
    });
    if (!reset.ok) return reset;
    for (const { email } of await findUsers(db, [reset.value.user])) await throttle.forget(email);
    return reset;
  };
}

/**
 * Before the address was verified, someone else may have registered it and set up an authenticator app that its owner does
 * not have, so that app is removed. After that, the app is the owner's and stays.
 */
async function verifyAddress(db: AccountDatabase, user: string): Promise<void> {
  if (await markEmailVerified(db, user)) await removeSecondFactor(db, user);
}
