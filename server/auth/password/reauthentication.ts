import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Caller } from '../account/accounts.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import type { Attempts } from '../throttle/sign-in-throttle.ts';
import { verifyPassword } from './password-hashing.ts';
import { findPasswordHash } from './stored-password.ts';

/** How long a sign-in proves by itself who it is, in milliseconds. */
const FRESH = 600_000;

export interface Proof {
  readonly password: string;
  /** The field that a wrong password is said at; 'password' unless told. */
  readonly field?: string;
}

/** Is it really them, and not whoever found the page open? Who has no password proves it by a fresh sign-in. */
export type Prove = (caller: Caller, proof: Proof) => Promise<Outcome<null>>;

interface Parts {
  readonly db: AccountDatabase;
  readonly attempts: Attempts;
  readonly now: () => number;
}

export function createReauthentication({ db, attempts, now }: Parts): Prove {
  async function isFresh(session: string): Promise<boolean> {
    const row = await db
      .selectFrom('session')
      .select('createdAt')
      .where('id', '=', session)
      .executeTakeFirst();
    return row !== undefined && now() - Date.parse(row.createdAt) < FRESH;
  }

  return async ({ user, session }, { password, field = 'password' }) => {
    const hash = await findPasswordHash(db, user.id);
    if (hash === null) return (await isFresh(session)) ? done(null) : refuse('sign-in-again');
    const attempt = await attempts.proof(session, field);
    if (!attempt.ok) return attempt;
    if (!(await verifyPassword(password, hash))) return refuse('password-wrong', { field });
    await attempt.value.succeeded();
    return done(null);
  };
}
