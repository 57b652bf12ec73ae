import { done, type Outcome } from '../../../domain/problem/problem.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import type { Proof, Prove } from '../password/reauthentication.ts';
import { revokePendingProofs } from '../password/stored-password.ts';
import { endSessions } from '../sessions.ts';
import type { Caller } from './accounts.ts';

/** What ended with an account. */
export interface Deleted {
  readonly sessions: readonly string[];
  readonly teams: readonly string[];
}

/** Refused while a team would be left without a manager. The history of documents keeps the person's id, and nothing else. */
export type DeleteAccount = (caller: Caller, proof: Proof) => Promise<Outcome<Deleted>>;

interface Parts {
  readonly db: AccountDatabase;
  readonly prove: Prove;
  readonly memberships: Pick<Memberships, 'leaveAll'>;
}

export function createDeleteAccount({ db, prove, memberships }: Parts): DeleteAccount {
  return async (caller, proof) => {
    const user = caller.user.id;
    const proved = await prove(caller, proof);
    if (!proved.ok) return proved;
    const left = await memberships.leaveAll(user);
    if (!left.ok) return left;
    const sessions = await db.transaction().execute(async (transaction) => {
      const ended = await endSessions(transaction, user);
      await revokePendingProofs(transaction, user);
      await transaction.deleteFrom('access_tokens').where('user_id', '=', user).execute();
      // The rest that the sign-in library keeps of a person goes with their row.
      await transaction.deleteFrom('user').where('id', '=', user).execute();
      return ended;
    });
    return done({ sessions, teams: left.value });
  };
}
