import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Caller } from './accounts.ts';
import { dropResetLinks } from './kept-password.ts';
import type { AccountDatabase } from './library.ts';
import { teamName } from './memberships.ts';
import type { Proof, Prove } from './password-proof.ts';
import { endSessions } from './sessions.ts';

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
  readonly read: Parameters<typeof teamName>[0];
}

export function createAccountDeletion({ db, prove, read }: Parts): DeleteAccount {
  return async (caller, proof) => {
    const user = caller.user.id;
    const proved = await prove(caller, proof);
    if (!proved.ok) return proved;
    const { last, deleted } = await db.transaction().execute(async (transaction) => {
      const joined = await transaction
        .selectFrom('members')
        .select(['team_id', 'role'])
        .where('user_id', '=', user)
        .execute();
      const teams = joined.map(({ team_id }) => team_id);
      const others = await transaction
        .selectFrom('members')
        .select('team_id')
        .where('team_id', 'in', teams)
        .where('user_id', '!=', user)
        .where('role', '=', 'manager')
        .execute();
      const managed = new Set(others.map(({ team_id }) => team_id));
      const last = joined.filter(({ team_id, role }) => role === 'manager' && !managed.has(team_id));
      if (last.length > 0) return { last, deleted: { sessions: [], teams: [] } };
      await transaction.deleteFrom('members').where('user_id', '=', user).execute();
      await dropResetLinks(transaction, user);
      const sessions = await endSessions(transaction, user);
      // The rest that the sign-in library keeps of a person goes with their row.
      await transaction.deleteFrom('user').where('id', '=', user).execute();
      return { last, deleted: { sessions, teams } };
    });
    if (last.length === 0) return done(deleted);
    const names = await Promise.all(last.map(({ team_id }) => teamName(read, team_id)));
    return refuse('last-manager-of', { details: { teams: names.join(', ') } });
  };
}
