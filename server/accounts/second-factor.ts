import { APIError } from 'better-auth/api';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { hashOf } from '../id.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import {
  type AccountDatabase,
  fromBoolean,
  isSecondFactorOn,
  passwordProvider,
  withAccountTables,
} from './account-tables.ts';
import type { Accounts, Caller, SignedIn } from './accounts.ts';
import { type BetterAuth, betterAuthCookies, betterAuthHeaders, pickCookie } from './better-auth.ts';
import type { PasswordProof, Reauthenticate } from './passwords.ts';
import type { SecurityLog } from './security-log.ts';
import { deleteSecondFactor, findSession, renameSession } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** Longer than Better Auth accepts a code, in milliseconds. */
const CODE_LIFE = 120_000;

/** Better Auth accepts a code again while it is valid; here each works once. */
interface UsedCodes {
  claim(user: string, code: string): Promise<boolean>;
  /** After a code that was wrong. */
  release(user: string, code: string): Promise<void>;
}

function createUsedCodes(db: AccountDatabase, now: () => number): UsedCodes {
  const keyOf = (user: string, code: string) => hashOf(JSON.stringify([user, code]));
  return {
    async claim(user, code) {
      // A row from the future was made while the clock was wrong.
      await db
        .deleteFrom('used_codes')
        .where((row) => row.or([row('at', '<', now() - CODE_LIFE), row('at', '>', now() + CODE_LIFE)]))
        .execute();
      const added = await db
        .insertInto('used_codes')
        .values({ key: keyOf(user, code), at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
      return added !== undefined;
    },
    async release(user, code) {
      await db.deleteFrom('used_codes').where('key', '=', keyOf(user, code)).execute();
    },
  };
}

interface Enrolment {
  /** otpauth://... */
  readonly address: string;
  readonly secret: string;
  readonly backupCodes: string[];
}

export interface SecondFactor {
  start(caller: Caller, cookie: string, proof: PasswordProof): Promise<Outcome<Enrolment>>;
  /** Returns the `Set-Cookie` lines of the session, whose secret changes. */
  confirm(caller: Caller, cookie: string, code: string): Promise<Outcome<readonly string[]>>;
  /** Asks for a code too: whoever finds an open page and knows the password doesn't have the phone. */
  remove(
    caller: Caller,
    cookie: string,
    proof: PasswordProof & { readonly code: string },
    entry: SecurityLogEntry,
  ): Promise<Outcome<null>>;
  /** The user of a sign-in that waits for its second step; null if there is none. */
  pendingUser(cookie: string | undefined): Promise<string | null>;
  finish(request: {
    cookie: string | undefined;
    browser: string;
    code: string;
    trust: boolean;
  }): Promise<Outcome<SignedIn>>;
}

interface Dependencies {
  readonly betterAuth: BetterAuth;
  readonly accounts: Pick<Accounts, 'completeSignIn' | 'lastSignOut'>;
  readonly reauthenticate: Reauthenticate;
  readonly throttle: SignInThrottle;
  readonly now: () => number;
}

export function createSecondFactor(dependencies: Dependencies): SecondFactor {
  const { betterAuth, accounts, reauthenticate, throttle, now } = dependencies;
  const { db, api } = betterAuth;
  const usedCodes = createUsedCodes(db, now);

  /** The new session gets the id of the old one, so that live connections continue. Null if the old one was ended meanwhile. */
  async function keepSession(
    { session }: Caller,
    verify: () => Promise<Headers>,
  ): Promise<readonly string[] | null> {
    const since = await accounts.lastSignOut();
    const before = await findSession(db, session);
    const signedIn = await accounts.completeSignIn(await verify(), since);
    if (!signedIn) return null;
    const { caller, cookies } = signedIn;
    await renameSession(db, { from: caller.session, to: session, createdAt: before?.createdAt });
    return cookies;
  }

  async function spendCode<T>(
    user: string,
    typed: string,
    check: (verify: typeof api.verifyTOTP | typeof api.verifyBackupCode, code: string) => Promise<T>,
  ): Promise<Outcome<T>> {
    const code = normalizeCode(typed);
    if (!(await usedCodes.claim(user, code))) return refuse('code-wrong', { field: 'code' });
    try {
      return done(await check(/^\d{6}$/.test(code) ? api.verifyTOTP : api.verifyBackupCode, code));
    } catch (error) {
      await usedCodes.release(user, code);
      return refuseCode(error);
    }
  }

  return {
    async start(caller, cookie, proof) {
      if (await isSecondFactorOn(db, caller.user.id)) return refuse('second-factor-exists');
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const { password } = proof;
      const enabled = await api.enableTwoFactor({
        body: { password },
        headers: betterAuthHeaders({ cookie }),
      });
      if (enabled.method !== 'totp') throw new Error(`Better Auth set up ${enabled.method}.`);
      const { totpURI, backupCodes } = enabled;
      const secret = new URL(totpURI).searchParams.get('secret') ?? '';
      return done({ address: totpURI, secret, backupCodes });
    },

    async confirm(caller, cookie, typed) {
      const { user } = caller;
      if (await isSecondFactorOn(db, user.id)) return done([]);
      const attempt = await throttle.reauthenticate(caller.session, 'code');
      if (!attempt.ok) return attempt;
      const code = normalizeCode(typed);
      try {
        const headers = betterAuthHeaders({ cookie: pickCookie(cookie, betterAuthCookies.session) });
        const cookies = await keepSession(caller, async () => {
          const verified = await api.verifyTOTP({ body: { code }, headers, returnHeaders: true });
          return verified.headers;
        });
        if (!cookies) {
          // The session was ended by its owner: an app set up from it would lock the owner out.
          await deleteSecondFactor(db, user.id);
          return refuse('sign-in-again');
        }
        await attempt.value.succeeded();
        await usedCodes.claim(user.id, code);
        return done(cookies);
      } catch (error) {
        return refuseCode(error);
      }
    },

    async remove(caller, cookie, proof, entry) {
      const { user, session } = caller;
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      if (await isSecondFactorOn(db, user.id)) {
        const attempt = await throttle.reauthenticate(session, 'code');
        if (!attempt.ok) return attempt;
        const headers = betterAuthHeaders({ cookie: pickCookie(cookie, betterAuthCookies.session) });
        const checked = await spendCode(user.id, proof.code, (verify, code) =>
          verify({ body: { code }, headers }),
        );
        if (!checked.ok) return checked;
        await attempt.value.succeeded();
      }
      await db.transaction().execute(async (transaction) => {
        await deleteSecondFactor(transaction, user.id);
        await appendEntries(transaction, [entry]);
      });
      return done(null);
    },

    pendingUser: (cookie) => betterAuth.verified(identifierOf(pickCookie(cookie, betterAuthCookies.pending))),

    async finish({ cookie, browser, code: typed, trust }) {
      // Only this cookie counts, not the session of someone else who is signed in on this browser.
      const pending = pickCookie(cookie, betterAuthCookies.pending);
      const since = await accounts.lastSignOut();
      const user = await betterAuth.verified(identifierOf(pending));
      if (user === null) return refuse('sign-in-again');
      const signedIn = await spendCode(user, typed, async (verify, code) => {
        const { headers } = await verify({
          body: { code, trustDevice: trust },
          headers: betterAuthHeaders({ cookie: pending, browser }),
          returnHeaders: true,
        });
        return accounts.completeSignIn(headers, since);
      });
      if (!signedIn.ok) return signedIn;
      return signedIn.value ? done(signedIn.value) : refuse('sign-in-again');
    },
  };
}

/** Without spaces; a backup code may be typed without its dash. */
const normalizeCode = (typed: string): string =>
  typed.replace(/\s/g, '').replace(/^([a-z0-9]{5})([a-z0-9]{5})$/i, '$1-$2');

/** The part before the signature, which Better Auth checks. */
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

interface SecondFactorEndpointsDependencies {
  readonly secondFactor: SecondFactor;
  readonly securityLog: SecurityLog;
  readonly connections: Pick<LiveSessions, 'membershipsChanged'>;
}

export function serveSecondFactor(
  serve: Serve,
  { secondFactor, securityLog, connections }: SecondFactorEndpointsDependencies,
): void {
  serve(startSecondFactor, ({ caller, cookie = '', body: { password } }) =>
    secondFactor.start(caller, cookie, { password }),
  );

  serve(confirmSecondFactor, async (request) => {
    const { caller, cookie = '', body, setCookies } = request;
    const confirmed = await secondFactor.confirm(caller, cookie, body.code);
    if (!confirmed.ok) return confirmed;
    setCookies(confirmed.value);
    // Some teams let them manage only from now on.
    connections.membershipsChanged(caller.user.id);
    await securityLog.record({ type: 'second-factor-added', user: caller.user.id }, request);
    return done({});
  });

  serve(removeSecondFactor, async (request) => {
    const { caller, cookie = '', body } = request;
    const entry = securityLog.entry({ type: 'second-factor-removed', user: caller.user.id }, request);
    const removed = await secondFactor.remove(caller, cookie, body, entry);
    if (!removed.ok) return removed;
    connections.membershipsChanged(caller.user.id);
    return done({});
  });
}

/** A passkey and the provider count as both factors, so an account without a password is protected. */
export async function findUnprotected(
  db: AccountDatabase,
  users: readonly string[],
): Promise<readonly string[]> {
  if (users.length === 0) return [];
  const rows = await withAccountTables(db)
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.userId')
    .where('account.userId', 'in', users)
    .where('account.providerId', '=', passwordProvider)
    .where((row) =>
      row.or([
        row('user.twoFactorEnabled', 'is', null),
        row('user.twoFactorEnabled', '=', fromBoolean(false)),
      ]),
    )
    .execute();
  return rows.map(({ userId }) => userId);
}
