import type { AccountDatabase } from './better-auth/better-auth.ts';
import { removeSecondFactor } from './second-factor/remove-second-factor.ts';
import { endSessions } from './sessions.ts';

/**
 * Whoever had the account until now cannot come back to it: every way in that was set up is gone, and all that was
 * signed in is signed out. The answer names those sessions. Memberships stay.
 */
export const revokeAllAccess = (db: AccountDatabase, user: string): Promise<readonly string[]> =>
  db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('account').where('userId', '=', user).execute();
    await removeSecondFactor(transaction, user);
    return revokePasskeysTokensAndSessions(transaction, user);
  });

/** Ends passkeys, access tokens and sessions, and names the sessions. The password and the second factor stay. */
export async function revokePasskeysTokensAndSessions(
  db: AccountDatabase,
  user: string,
): Promise<readonly string[]> {
  await db.deleteFrom('passkey').where('userId', '=', user).execute();
  await revokeTokens(db, user);
  return endSessions(db, user);
}

export async function revokeTokens(db: AccountDatabase, user: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', user).execute();
}
