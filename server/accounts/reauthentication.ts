import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Caller } from './accounts.ts';
import { verifyPassword } from './password-hashing.ts';
import { findPasswordHash } from './passwords.ts';
import type { AccountDatabase } from './schema.ts';
import type { SecurityLog } from './security-log.ts';
import { findSession } from './session-table.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** How long a sign-in counts in place of a password, in milliseconds. */
const FRESH = 600_000;

export interface PasswordProof {
  readonly password: string;
  /** The field a wrong password is reported at; 'password' by default. */
  readonly field?: string;
}

/** Checks the caller's password again. Someone without a password needs a recent sign-in instead. */
export type Reauthenticate = (caller: Caller, proof: PasswordProof) => Promise<Outcome<null>>;

interface Dependencies {
  readonly db: AccountDatabase;
  readonly throttle: SignInThrottle;
  readonly securityLog: Pick<SecurityLog, 'recordLater'>;
  readonly now: () => number;
}

export function createReauthentication({ db, throttle, securityLog, now }: Dependencies): Reauthenticate {
  async function isFresh(session: string): Promise<boolean> {
    const found = await findSession(db, session);
    return found !== null && now() - found.createdAt < FRESH;
  }

  return async ({ user, session }, { password, field = 'password' }) => {
    const hash = await findPasswordHash(db, user.id);
    if (hash === null) return (await isFresh(session)) ? done(null) : refuse('sign-in-again');
    const record = (type: 'sign-in-failed' | 'sign-in-throttled') =>
      securityLog.recordLater({ type, user: user.id, details: { method: 'password' } });
    const attempt = await throttle.reauthenticate(session, field);
    if (!attempt.ok) {
      record('sign-in-throttled');
      return attempt;
    }
    if (!(await verifyPassword(password, hash))) {
      record('sign-in-failed');
      return refuse('password-wrong', { field });
    }
    await attempt.value.succeeded();
    return done(null);
  };
}
