import { APIError } from 'better-auth/api';
import type { register } from '../../contract/auth.ts';
import type { Body } from '../../contract/endpoint.ts';
import type { Me } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import { newId } from '../id.ts';
import type { Parts } from '../parts.ts';
import { findUserByEmail, findUsers, insertNewAccount } from './account-tables.ts';
import {
  type BetterAuth,
  betterAuthCookies,
  betterAuthHeaders,
  pickCookie,
  sessionIdleLife,
  sessionProlongedEvery,
} from './better-auth.ts';
import { hashPassword } from './password-policy.ts';
import { upgradePasswordHash } from './passwords.ts';
import type { EventSource } from './security-log.ts';
import {
  admitSession,
  deleteSession,
  endPush,
  findSession,
  lastSignOut,
  prepareSessionOfToken,
} from './sessions.ts';

export interface Caller {
  readonly user: User;
  /** The session's id, which is not a secret. */
  readonly session: string;
}

/** The caller, and the `Set-Cookie` lines the response must carry. */
export interface SignedIn<C extends Caller | null = Caller> {
  readonly caller: C;
  readonly cookies: readonly string[];
}

export type RegisterForm = Omit<Body<typeof register>, 'invitation'>;

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({
  betterAuth: { db, api, sessionToken, startSession },
  sessionLife,
  now,
}: {
  readonly betterAuth: BetterAuth;
  /** How long a session lasts at most, however often it is used, in milliseconds. */
  readonly sessionLife: number;
  readonly now: () => number;
}) {
  const isTooOld = (createdAt: number): boolean => createdAt + sessionLife <= now();
  const findSessionOfToken = prepareSessionOfToken(db);

  /**
   * `since` is what `lastSignOut` returned before a password, code or passkey was checked. Null, and the session is deleted, if
   * the user was signed out everywhere since, as by a new password.
   */
  async function completeSignIn(headers: Headers, since: number): Promise<SignedIn | null> {
    const cookies = headers.getSetCookie();
    const { caller } = await whoIs(cookies.map((line) => line.split(';', 1)[0]).join('; '));
    // There is no caller if the session was created in time to be ended with all others.
    const isAdmitted = caller && (await admitSession(db, caller.user.id, { since, session: caller.session }));
    return isAdmitted ? { caller, cookies } : null;
  }

  /** Identifies the caller by the `Cookie` header, and prolongs a session in use. */
  async function whoIs(cookie: string | undefined, prolongs = true): Promise<SignedIn<Caller | null>> {
    if (!cookie) return { caller: null, cookies: [] };
    const token = sessionToken(cookie);
    const found = token === null ? null : await findSessionOfToken(token);
    const isDue = found !== null && found.expiresAt <= now() + sessionIdleLife - sessionProlongedEvery;
    // Better Auth, which takes ten times as long, is asked only when it has something to do or to refuse.
    if (found && found.expiresAt > now() && !isTooOld(found.createdAt) && !(prolongs && isDue)) {
      return { caller: { user: found.user, session: found.id }, cookies: [] };
    }
    const { response, headers } = await api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: !prolongs },
      returnHeaders: true,
    });
    if (response && isTooOld(response.session.createdAt.getTime())) {
      await deleteSession(db, response.session.id);
      return { caller: null, cookies: [] };
    }
    // The cookies of an ended session are not cleared: the browser may already have new ones of the same names.
    if (!response) return { caller: null, cookies: [] };
    const { id, email, firstName, lastName } = response.user;
    const user = { id, email, firstName, lastName };
    return { caller: { user, session: response.session.id }, cookies: headers.getSetCookie() };
  }

  return {
    completeSignIn,
    whoIs: (cookie: string | undefined) => whoIs(cookie),
    lastSignOut: () => lastSignOut(db),

    /** `whoIs` without prolonging the session: for a live connection, whose page uses HTTP as well. */
    identify: async (cookie: string | undefined) => (await whoIs(cookie, false)).caller,

    /** `browser` is the User-Agent header, which is stored with the session. */
    async register(
      { firstName, lastName, email, password }: RegisterForm,
      browser: string,
    ): Promise<Outcome<SignedIn>> {
      const since = await lastSignOut(db);
      const taken = refuse('email-taken', { field: 'email' });
      if ((await findUserByEmail(db, email)) !== null) return taken;
      const user = { id: newId(), email, emailVerified: false, firstName, lastName };
      const account = { ...user, createdAt: now(), password: await hashPassword(password), providers: [] };
      if (!(await insertNewAccount(db, account, now()))) return taken;
      const headers = new Headers({ 'set-cookie': await startSession(user.id, browser) });
      const signedIn = await completeSignIn(headers, since);
      return signedIn ? done(signedIn) : refuse('sign-in-again');
    },

    /**
     * An unknown address and a wrong password get the same answer after the same work, except for an imported password that
     * was never used, whose hash takes its own time. While the second factor is missing, `pending` are the `Set-Cookie` lines
     * that identify the sign-in in its second step.
     */
    async signIn(
      email: string,
      password: string,
      { browser, cookie }: { browser: string; cookie: string | undefined },
    ): Promise<Outcome<SignedIn | { readonly pending: readonly string[] }>> {
      const since = await lastSignOut(db);
      try {
        const { response, headers } = await api.signInEmail({
          body: { email, password },
          headers: betterAuthHeaders({
            browser,
            cookie: pickCookie(cookie, betterAuthCookies.trustedDevice),
          }),
          returnHeaders: true,
        });
        await upgradePasswordHash(db, { email, password }, now());
        if ('twoFactorRedirect' in response) {
          const user = await findUserByEmail(db, email);
          const isAdmitted = user !== null && (await admitSession(db, user, { since, session: null }));
          if (!isAdmitted) return refuse('credentials-wrong');
          return done({ pending: [pickCookie(headers.getSetCookie(), betterAuthCookies.pending)] });
        }
        const signedIn = await completeSignIn(headers, since);
        return signedIn ? done(signedIn) : refuse('credentials-wrong');
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return refuse('credentials-wrong');
        throw error;
      }
    },

    /** Ends the session of the cookies; the returned lines clear them. */
    async signOut(cookie: string): Promise<readonly string[]> {
      const token = sessionToken(cookie);
      const ended = token === null ? null : await findSessionOfToken(token);
      const { headers } = await api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      if (ended) await endPush(db, [ended.id]);
      return headers.getSetCookie();
    },

    async isSessionAlive(session: string): Promise<boolean> {
      const found = await findSession(db, session);
      return found !== null && found.expiresAt > now() && !isTooOld(found.createdAt);
    },

    people: (ids: readonly string[]) => findUsers(db, ids),
  };
}

interface SessionRequest {
  readonly caller: { readonly session: string | null } | null;
  readonly cookie: string | undefined;
  readonly setCookies: (lines: readonly string[]) => void;
}

/** Signs out on this browser. */
export async function endSession(
  { accounts, connections }: Parts,
  { caller, cookie, setCookies }: SessionRequest,
): Promise<void> {
  if (!caller?.session || !cookie) return;
  setCookies(await accounts.signOut(cookie));
  connections.signedOut(caller.session);
}

/** Signs in on this browser, in place of anyone who was signed in before. */
export async function startSession(
  parts: Parts,
  request: SessionRequest & EventSource,
  { caller: { user }, cookies }: SignedIn,
  method: string,
): Promise<Me> {
  const { devices, memberships, securityLog } = parts;
  await endSession(parts, { ...request, setCookies: () => {} });
  request.setCookies([...cookies, ...(await devices.lines(request.cookie, user.id))]);
  // Before the session is in anybody's hands.
  await securityLog.record({ type: 'signed-in', user: user.id, details: { method } }, request);
  return memberships.me(user);
}

/** Tells the person's open pages and their teams' lists. */
export async function tellNewName({ memberships, connections }: Parts, user: User): Promise<Me> {
  const me = await memberships.me(user);
  connections.personChanged(user);
  for (const { id } of me.teams) connections.listed(id);
  return me;
}
