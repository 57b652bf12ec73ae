import { APIError } from 'better-auth/api';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Accounts, Caller, SignedIn } from '../account/accounts.ts';
import type { Library } from '../better-auth/better-auth.ts';
import { betterAuthCookies, betterAuthHeaders, pickCookie } from '../better-auth/better-auth-headers.ts';
import type { Proof, Prove } from '../password/reauthentication.ts';
import type { Attempts } from '../throttle/sign-in-throttle.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

/** How long the library takes a code for right, and some more, in milliseconds. */
const CODE_LIFE = 120_000;

/** What an authenticator app is set up by. */
export interface Enrolment {
  /** otpauth://... */
  readonly address: string;
  readonly secret: string;
  readonly backupCodes: string[];
}

/** Six digits from an authenticator app, asked for after the password. */
export interface SecondFactor {
  start(caller: Caller, cookie: string, proof: Proof): Promise<Outcome<Enrolment>>;
  /** Resolves to the `Set-Cookie` lines of the session that goes on. */
  confirm(caller: Caller, cookie: string, code: string): Promise<Outcome<readonly string[]>>;
  remove(caller: Caller, proof: Proof): Promise<Outcome<null>>;
  /** The second step of signing in, by the cookie that the first one gave. */
  finish(given: {
    cookie: string | undefined;
    browser: string;
    code: string;
    trust: boolean;
  }): Promise<Outcome<SignedIn>>;
}

interface Parts {
  readonly library: Library;
  readonly accounts: Pick<Accounts, 'arrive' | 'lastSignOut'>;
  readonly prove: Prove;
  readonly attempts: Attempts;
  readonly now: () => number;
}

export function createSecondFactor({ library, accounts, prove, attempts, now }: Parts): SecondFactor {
  const { db, api } = library;
  const usedCodes = createUsedCodes(now);

  async function isOn({ user }: Caller): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('twoFactorEnabled')
      .where('id', '=', user.id)
      .executeTakeFirst();
    return row?.twoFactorEnabled === 1;
  }

  /**
   * The library puts a new session in place of the caller's. It keeps the id, by which live connections go on. Null when
   * the caller's was ended meanwhile.
   */
  async function goOn(
    { session }: Caller,
    change: () => Promise<Headers>,
  ): Promise<readonly string[] | null> {
    const since = await accounts.lastSignOut();
    const before = await db
      .selectFrom('session')
      .select('createdAt')
      .where('id', '=', session)
      .executeTakeFirst();
    const arrived = await accounts.arrive(await change(), since);
    if (!arrived) return null;
    const { caller, cookies } = arrived;
    await db
      .updateTable('session')
      .set({ id: session, ...before })
      .where('id', '=', caller.session)
      .execute();
    return cookies;
  }

  return {
    async start(caller, cookie, proof) {
      if (await isOn(caller)) return refuse('second-factor-exists');
      const proved = await prove(caller, proof);
      if (!proved.ok) return proved;
      const { password } = proof;
      const enabled = await api.enableTwoFactor({
        body: { password },
        headers: betterAuthHeaders({ cookie }),
      });
      if (enabled.method !== 'totp') throw new Error(`The library set up ${enabled.method}.`);
      const { totpURI, backupCodes } = enabled;
      const secret = new URL(totpURI).searchParams.get('secret') ?? '';
      return done({ address: totpURI, secret, backupCodes });
    },

    async confirm(caller, cookie, typed) {
      const { user } = caller;
      if (await isOn(caller)) return done([]);
      const attempt = await attempts.proof(caller.session, 'code');
      if (!attempt.ok) return attempt;
      const code = plainCode(typed);
      try {
        const headers = betterAuthHeaders({ cookie: pickCookie(cookie, betterAuthCookies.session) });
        const cookies = await goOn(caller, async () => {
          const verified = await api.verifyTOTP({ body: { code }, headers, returnHeaders: true });
          return verified.headers;
        });
        if (!cookies) {
          // An app that somebody set up by a session that is over would lock its owner out.
          await removeSecondFactor(db, user.id);
          return refuse('sign-in-again');
        }
        await attempt.value.succeeded();
        usedCodes.claim(user.id, code);
        return done(cookies);
      } catch (error) {
        return refuseCode(error);
      }
    },

    async remove(caller, proof) {
      const proved = await prove(caller, proof);
      if (!proved.ok) return proved;
      await removeSecondFactor(db, caller.user.id);
      return done(null);
    },

    async finish({ cookie, browser, code: typed, trust }) {
      // Whoever else is signed in on this browser has nothing to do with it.
      const pending = pickCookie(cookie, betterAuthCookies.pending);
      const since = await accounts.lastSignOut();
      const user = await library.verified(identifierOf(pending));
      if (user === null) return refuse('sign-in-again');
      const code = plainCode(typed);
      if (!usedCodes.claim(user, code)) return refuse('code-wrong', { field: 'code' });
      const call = {
        body: { code, trustDevice: trust },
        headers: betterAuthHeaders({ cookie: pending, browser }),
        returnHeaders: true as const,
      };
      try {
        const verify = /^\d{6}$/.test(code) ? api.verifyTOTP : api.verifyBackupCode;
        const { headers } = await verify(call);
        const arrived = await accounts.arrive(headers, since);
        return arrived ? done(arrived) : refuse('sign-in-again');
      } catch (error) {
        usedCodes.release(user, code);
        return refuseCode(error);
      }
    },
  };
}

/** Blanks do not count; a backup code may come without its dash. */
const plainCode = (typed: string): string =>
  typed.replace(/\s/g, '').replace(/^([a-z0-9]{5})([a-z0-9]{5})$/i, '$1-$2');

/** The part before the signature, which the library checks. */
const identifierOf = (pending: string): string => /=([\w-]+)/.exec(pending)?.[1] ?? '';

function refuseCode(error: unknown) {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
  switch (error.body?.code) {
    case 'ACCOUNT_TEMPORARILY_LOCKED':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return refuse('too-many-requests', { field: 'code' });
    case 'INVALID_TWO_FACTOR_COOKIE':
      return refuse('sign-in-again');
    default:
      return refuse('code-wrong', { field: 'code' });
  }
}

/**
 * The library takes a code as often as it comes while it is valid; here it works once. In memory: a restart takes longer
 * than most of what is left of a code.
 */
function createUsedCodes(now: () => number) {
  const used = new Map<string, number>();
  const keyOf = (user: string, code: string) => JSON.stringify([user, code]);
  return {
    /** False when somebody used it already. */
    claim(user: string, code: string): boolean {
      for (const [key, at] of used) if (at + CODE_LIFE < now()) used.delete(key);
      if (used.has(keyOf(user, code))) return false;
      used.set(keyOf(user, code), now());
      return true;
    },
    release(user: string, code: string): void {
      used.delete(keyOf(user, code));
    },
  };
}
