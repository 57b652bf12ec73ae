import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../domain/team/user.ts';
import { appendEntries } from '../database/kysely/append-entries.ts';
import type { SecurityLogEntry } from '../database/security-log-store.ts';
import type { Caller } from './accounts.ts';
import { parseEmail } from './email-address.ts';
import { hashPassword } from './password-hashing.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { revokePendingProofs, revokeTrustedDevices } from './pending-proofs.ts';
import type { PasswordProof, Reauthenticate } from './reauthentication.ts';
import { revokeResetLinks } from './reset-links.ts';
import { revokeAccessTokens } from './revoke-access.ts';
import type { AccountDatabase } from './schema.ts';
import { deleteSessionOf } from './session-table.ts';
import { endSessions, isSignedIn } from './sessions.ts';
import { setPassword } from './set-password.ts';
import { findUserByEmail, saveEmail, saveNames } from './users.ts';

/** What people change about their own account. Each entry is stored in the transaction of the change. */
export interface OwnAccount {
  changeNames(caller: Caller, firstName: string, lastName: string): Promise<Outcome<User>>;
  changeEmail(
    caller: Caller,
    email: string,
    proof: PasswordProof,
    entry: SecurityLogEntry,
  ): Promise<Outcome<User>>;
  /** Reauthenticates, and parses the new address. */
  checkNewEmail(caller: Caller, email: string, proof: PasswordProof): Promise<Outcome<string>>;
  /** Returns the ids of the sessions that ended: all but the caller's. */
  changePassword(
    caller: Caller,
    change: PasswordChange,
    proof: PasswordProof,
    entry: SecurityLogEntry,
  ): Promise<Outcome<readonly string[]>>;
  /** Ends one session of the caller; false if there is no such session. */
  endSession(
    caller: Caller,
    session: string,
    entryOf: (userAgent: string) => SecurityLogEntry,
  ): Promise<boolean>;
  /** Returns the ids of the sessions that ended. */
  signOutOthers(caller: Caller, entry: SecurityLogEntry): Promise<readonly string[]>;
}

export interface PasswordChange {
  readonly next: string;
  readonly revokeTokens: boolean;
}

interface Dependencies {
  readonly db: AccountDatabase;
  readonly reauthenticate: Reauthenticate;
  readonly passwordPolicy: PasswordPolicy;
  readonly now: () => number;
}

export function createOwnAccount({ db, reauthenticate, passwordPolicy, now }: Dependencies): OwnAccount {
  async function checkNewEmail(
    caller: Caller,
    typed: string,
    proof: PasswordProof,
  ): Promise<Outcome<string>> {
    const email = parseEmail(typed);
    if (!email.ok) return email;
    const proved = await reauthenticate(caller, proof);
    return proved.ok ? email : proved;
  }

  return {
    async changeNames({ user }, first, last) {
      const names = parsePersonNames(first, last);
      if (!names.ok) return names;
      await saveNames(db, user.id, names.value, now());
      return done({ ...user, ...names.value });
    },

    checkNewEmail,

    async changeEmail(caller, typed, proof, entry) {
      const { user, session } = caller;
      // Reauthenticates before revealing whether the address is taken.
      const checked = await checkNewEmail(caller, typed, proof);
      if (!checked.ok) return checked;
      const email = checked.value;
      const isTaken = async () => {
        const owner = await findUserByEmail(db, email);
        return owner !== null && owner !== user.id;
      };
      if (await isTaken()) return refuse('email-taken', { field: 'email' });
      const saving = db.transaction().execute(async (transaction) => {
        if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
        const isChanged = email !== user.email;
        const isVerified = isChanged ? false : undefined;
        await saveEmail(transaction, user.id, { email, isVerified }, now());
        if (isChanged) await appendEntries(transaction, [entry]);
        // They were sent to the old address.
        await revokeResetLinks(transaction, user.id);
        return done({ ...user, email });
      });
      // Somebody else may have taken it meanwhile.
      return saving.catch(async (error) => {
        if (await isTaken()) return refuse('email-taken', { field: 'email' });
        throw error;
      });
    },

    async changePassword(caller, change, proof, entry) {
      const { user, session } = caller;
      const password = passwordPolicy.check(change.next, 'next');
      if (!password.ok) return password;
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const hash = await hashPassword(password.value);
      return db.transaction().execute(async (transaction) => {
        // A reset may have ended the session while the passwords were hashed.
        if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
        await setPassword(transaction, user.id, hash, now());
        if (change.revokeTokens) await revokeAccessTokens(transaction, user.id);
        await appendEntries(transaction, [entry]);
        return done(await endSessions(transaction, user.id, session));
      });
    },

    endSession: ({ user }, session, entryOf) =>
      db.transaction().execute(async (transaction) => {
        const ended = await deleteSessionOf(transaction, user.id, session);
        if (!ended) return false;
        // Nobody knows which of the trusted devices it was.
        await revokeTrustedDevices(transaction, user.id);
        await appendEntries(transaction, [entryOf(ended.userAgent ?? '')]);
        return true;
      }),

    signOutOthers: ({ user, session }, entry) =>
      db.transaction().execute(async (transaction) => {
        await revokePendingProofs(transaction, user.id);
        await appendEntries(transaction, [entry]);
        return endSessions(transaction, user.id, session);
      }),
  };
}
