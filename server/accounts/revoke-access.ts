import { appendEntries } from '../database/kysely/append-entries.ts';
import { revokeTokens } from '../database/kysely/revoked-tokens.ts';
import type { SecurityLogEntry } from '../database/security-log-store.ts';
import { deletePasswordAndOidcLinks } from './passwords.ts';
import { revokePendingProofs } from './pending-proofs.ts';
import type { AccountDatabase } from './schema.ts';
import { deleteAuthenticator, deletePasskeys } from './second-factors.ts';
import { endSessions } from './sessions.ts';

/**
 * Removes everything a user could sign in with and ends their sessions, whose ids it returns. Memberships stay: the account
 * is about to be linked to the owner of its address.
 */
export const revokeAllAccess = (
  db: AccountDatabase,
  user: string,
  entry: SecurityLogEntry,
): Promise<readonly string[]> =>
  db.transaction().execute(async (transaction) => {
    await appendEntries(transaction, [entry]);
    await deletePasswordAndOidcLinks(transaction, user);
    await removeSecondFactor(transaction, user);
    return revokePasskeysTokensAndSessions(transaction, user);
  });

/** Returns the ids of the sessions. The password and the second factor stay. */
export async function revokePasskeysTokensAndSessions(
  db: AccountDatabase,
  user: string,
): Promise<readonly string[]> {
  await deletePasskeys(db, user);
  await revokeAccessTokens(db, user);
  return endSessions(db, user);
}

export async function revokeAccessTokens(db: AccountDatabase, user: string): Promise<void> {
  await revokeTokens(db, user);
}

/** The password alone signs in afterwards. Trusted devices are not trusted with the next authenticator app. */
export async function removeSecondFactor(db: AccountDatabase, user: string): Promise<void> {
  await deleteAuthenticator(db, user);
  await revokePendingProofs(db, user);
}
