import { revokeTokens } from '../database/access-token-tables.ts';
import { removeInvitationsOf } from '../database/team-tables.ts';
import { type AccountDatabase, findProofs, fromBoolean } from './account-tables.ts';
import { deleteSecondFactor, endSessions } from './sessions.ts';

/** Those who prove an address by a link in email while they are signed in keep that session, and the way they came by. */
interface Kept {
  readonly session?: string;
  /** The only sign-in that stays: the password's, or one account at the provider. */
  readonly signIn?: { readonly providerId: string; readonly accountId?: string };
}

/**
 * Call it in the transaction that learns that this person owns the address of the account. Until the first time, anybody may
 * have given the address and set up what lets them in again, so all of that ends. True if it was the first time.
 */
export async function proveAddress(
  transaction: AccountDatabase,
  user: string,
  { email, kept = {} }: { readonly email?: string; readonly kept?: Kept } = {},
): Promise<boolean> {
  let proved = transaction
    .updateTable('user')
    .set({ emailVerified: fromBoolean(true) })
    .where('id', '=', user)
    .where('emailVerified', '=', fromBoolean(false));
  if (email !== undefined) proved = proved.where('email', '=', email);
  const isFirst = (await proved.executeTakeFirst()).numUpdatedRows > 0n;
  if (!isFirst) return false;
  await endEveryWayIn(transaction, user, kept);
  // Whoever made them could come back with another account. Those who are signed in see their own, and posters have them.
  if (kept.session === undefined) await removeInvitationsOf(transaction, user).execute();
  return true;
}

/** The operator knows whom the account is for, but not who reads its address: what a stranger set up ends all the same. */
export async function endUnprovedSignIns(transaction: AccountDatabase, user: string): Promise<void> {
  if (!(await findProofs(transaction, user)).isVerified) await endSignIns(transaction, user);
}

/** Memberships stay, and the tablets and televisions of a team: its managers see who paired each. */
export async function endEveryWayIn(
  transaction: AccountDatabase,
  user: string,
  { session, signIn }: Kept = {},
): Promise<void> {
  await endSignIns(transaction, user, signIn);
  await deleteSecondFactor(transaction, user);
  await transaction.deleteFrom('passkey').where('userId', '=', user).execute();
  await revokeTokens(transaction, user);
  await endSessions(transaction, user, session);
}

async function endSignIns(transaction: AccountDatabase, user: string, kept?: Kept['signIn']): Promise<void> {
  let signIns = transaction.deleteFrom('account').where('userId', '=', user);
  if (kept) {
    signIns = signIns.where((row) =>
      row.or([
        row('providerId', '!=', kept.providerId),
        ...(kept.accountId === undefined ? [] : [row('accountId', '!=', kept.accountId)]),
      ]),
    );
  }
  await signIns.execute();
}
