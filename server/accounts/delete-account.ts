import { done, type Outcome } from '../../domain/problem/problem.ts';
import { forgetRevokedTokens } from '../database/kysely/revoked-tokens.ts';
import type { SecurityLogEntry } from '../database/security-log-store.ts';
import type { Memberships } from '../teams/members.ts';
import type { Caller } from './accounts.ts';
import { revokePendingProofs } from './pending-proofs.ts';
import type { PasswordProof, Reauthenticate } from './reauthentication.ts';
import { revokeAccessTokens } from './revoke-access.ts';
import type { AccountDatabase } from './schema.ts';
import { endSessions } from './sessions.ts';
import { deleteUser } from './users.ts';

export interface DeletedAccount {
  /** Ids of the sessions that ended. */
  readonly sessions: readonly string[];
  /** Ids of the teams the person left. */
  readonly teams: readonly string[];
}

/** Refused while a team would be left without a manager. The history of documents keeps the user's id and nothing else. */
export type DeleteAccount = (
  caller: Caller,
  proof: PasswordProof,
  /** For the teams that the person left. They are stored first, because a deletion that is interrupted goes on later. */
  entriesOf: (teams: readonly string[]) => readonly SecurityLogEntry[],
) => Promise<Outcome<DeletedAccount>>;

interface Dependencies {
  readonly db: AccountDatabase;
  readonly reauthenticate: Reauthenticate;
  readonly memberships: Pick<Memberships, 'leaveAll'>;
}

export function createDeleteAccount({ db, reauthenticate, memberships }: Dependencies): DeleteAccount {
  return async (caller, proof, entriesOf) => {
    const user = caller.user.id;
    const proved = await reauthenticate(caller, proof);
    if (!proved.ok) return proved;
    const left = await memberships.leaveAll(user, entriesOf);
    if (!left.ok) return left;
    const sessions = await db.transaction().execute(async (transaction) => {
      const ended = await endSessions(transaction, user);
      await revokePendingProofs(transaction, user);
      await revokeAccessTokens(transaction, user);
      await forgetRevokedTokens(transaction, user);
      await deleteUser(transaction, user);
      return ended;
    });
    return done({ sessions, teams: left.value });
  };
}
