import { readPersonNames, type User } from '../../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { findUserByEmail, parseEmail } from '../email/email-address.ts';
import { hashPassword } from '../password/password-hashing.ts';
import type { PasswordPolicy } from '../password/password-policy.ts';
import type { Proof, Prove } from '../password/reauthentication.ts';
import { revokePendingProofs, revokeResetLinks, savePasswordHash } from '../password/stored-password.ts';
import { revokeTokens } from '../revoke-access.ts';
import { endSessions, isSignedIn } from '../sessions.ts';
import type { Caller } from './accounts.ts';

/** What people change about their own account. */
export interface OwnAccount {
  changeNames(caller: Caller, firstName: string, lastName: string): Promise<Outcome<User>>;
  changeEmail(caller: Caller, email: string, proof: Proof): Promise<Outcome<User>>;
  /** The new address as it is kept, when it is one and it is really them. */
  proveForEmail(caller: Caller, email: string, proof: Proof): Promise<Outcome<string>>;
  /** The answer names the sessions that ended: all but the caller's. */
  changePassword(caller: Caller, change: PasswordChange, proof: Proof): Promise<Outcome<readonly string[]>>;
  /** The answer names the sessions that ended. */
  signOutOthers(caller: Caller): Promise<readonly string[]>;
}

export interface PasswordChange {
  readonly next: string;
  readonly revokeTokens: boolean;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly prove: Prove;
  readonly passwordPolicy: PasswordPolicy;
  readonly now: () => number;
}

export function createOwnAccount({ db, prove, passwordPolicy, now }: Parts): OwnAccount {
  async function proveForEmail(caller: Caller, typed: string, proof: Proof): Promise<Outcome<string>> {
    const email = parseEmail(typed);
    if (!email.ok) return email;
    const proved = await prove(caller, proof);
    return proved.ok ? email : proved;
  }

  const updatedAt = () => new Date(now()).toISOString();

  return {
    async changeNames({ user }, first, last) {
      const names = readPersonNames(first, last);
      if (!names.ok) return names;
      const { firstName, lastName } = names.value;
      await db
        .updateTable('user')
        .set({ firstName, lastName, name: `${firstName} ${lastName}`, updatedAt: updatedAt() })
        .where('id', '=', user.id)
        .execute();
      return done({ ...user, firstName, lastName });
    },

    proveForEmail,

    async changeEmail(caller, typed, proof) {
      const { user } = caller;
      // Before it is said whether others have that address.
      const email = await proveForEmail(caller, typed, proof);
      if (!email.ok) return email;
      const owner = await findUserByEmail(db, email.value);
      if (owner !== null && owner !== user.id) return refuse('email-taken', { field: 'email' });
      return db.transaction().execute(async (transaction) => {
        if (!(await isSignedIn(transaction, caller.session))) return refuse('signed-out');
        await transaction
          .updateTable('user')
          .set({
            email: email.value,
            emailVerified: email.value === user.email ? undefined : 0,
            updatedAt: updatedAt(),
          })
          .where('id', '=', user.id)
          .execute();
        // They went to the old address.
        await revokeResetLinks(transaction, user.id);
        return done({ ...user, email: email.value });
      });
    },

    async changePassword(caller, change, proof) {
      const { user, session } = caller;
      const password = passwordPolicy.read(change.next, 'next');
      if (!password.ok) return password;
      const proved = await prove(caller, proof);
      if (!proved.ok) return proved;
      const hash = await hashPassword(password.value);
      return db.transaction().execute(async (transaction) => {
        // It may have been signed out while the passwords were hashed, by a reset for one.
        if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
        await savePasswordHash(transaction, user.id, hash, now());
        if (change.revokeTokens) await revokeTokens(transaction, user.id);
        return done(await endSessions(transaction, user.id, session));
      });
    },

    signOutOthers: ({ user, session }) =>
      db.transaction().execute(async (transaction) => {
        await revokePendingProofs(transaction, user.id);
        return endSessions(transaction, user.id, session);
      }),
  };
}
