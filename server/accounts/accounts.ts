import { APIError } from 'better-auth/api';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../domain/team/user.ts';
import { newId } from '../id.ts';
import { findUserByEmail, findUsers, insertNewAccount, parseEmail } from './account-tables.ts';
import {
  type BetterAuth,
  betterAuthCookies,
  betterAuthHeaders,
  pickCookie,
  sessionIdleLife,
  sessionProlongedEvery,
} from './better-auth.ts';
import { hashPassword, type PasswordPolicy } from './password-policy.ts';
import { upgradePasswordHash } from './passwords.ts';
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

export interface RegisterForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** The password was right, and the second factor is still missing. */
export interface SecondFactorPending {
  /** The `Set-Cookie` lines that identify the sign-in in its second step. */
  readonly pending: readonly string[];
}

/** `browser` is the User-Agent header, which is stored with the session. */
export interface Accounts {
  parseForm(form: RegisterForm): Outcome<RegisterForm>;
  register(form: RegisterForm, browser: string): Promise<Outcome<SignedIn>>;
  /**
   * An unknown address and a wrong password get the same answer after the same work, except for an imported password that
   * was never used, whose hash takes its own time.
   */
  signIn(
    email: string,
    password: string,
    from: { browser: string; cookie: string | undefined },
  ): Promise<Outcome<SignedIn | SecondFactorPending>>;
  /** Read it before checking a password, code or passkey, and pass it to `completeSignIn`. */
  lastSignOut(): Promise<number>;
  /** Null, and the session is deleted, if the user was signed out everywhere since, as by a new password. */
  completeSignIn(headers: Headers, since: number): Promise<SignedIn | null>;
  /** Ends the session of the cookies; the returned lines clear them. */
  signOut(cookie: string): Promise<readonly string[]>;
  /** Identifies the caller by the `Cookie` header, and prolongs a session in use. */
  whoIs(cookie: string | undefined): Promise<SignedIn<Caller | null>>;
  /** The same without prolonging the session: for a live connection, whose page uses HTTP as well. */
  identify(cookie: string | undefined): Promise<Caller | null>;
  isSessionAlive(session: string): Promise<boolean>;
  people(ids: readonly string[]): Promise<readonly User[]>;
  idOf(email: string): Promise<string | null>;
}

interface Dependencies {
  readonly betterAuth: BetterAuth;
  readonly passwordPolicy: PasswordPolicy;
  /** How long a session lasts at most, however often it is used, in milliseconds. */
  readonly sessionLife: number;
  readonly now: () => number;
}

export function createAccounts({
  betterAuth: { db, api, sessionToken, startSession },
  passwordPolicy,
  sessionLife,
  now,
}: Dependencies): Accounts {
  const isTooOld = (createdAt: number): boolean => createdAt + sessionLife <= now();
  const findSessionOfToken = prepareSessionOfToken(db);

  async function completeSignIn(headers: Headers, since: number): Promise<SignedIn | null> {
    const cookies = headers.getSetCookie();
    const { caller } = await whoIs(cookies.map((line) => line.split(';', 1)[0]).join('; '));
    // There is no caller if the session was created in time to be ended with all others.
    const isAdmitted = caller && (await admitSession(db, caller.user.id, { since, session: caller.session }));
    return isAdmitted ? { caller, cookies } : null;
  }

  /** Reads the session, which costs a tenth of asking Better Auth. Null if that has something to do or to refuse. */
  async function findSessionInUse(
    cookie: string,
  ): Promise<{ readonly caller: Caller; readonly expiresAt: number } | null> {
    const token = sessionToken(cookie);
    const found = token === null ? null : await findSessionOfToken(token);
    if (!found || found.expiresAt <= now() || isTooOld(found.createdAt)) return null;
    return { caller: { user: found.user, session: found.id }, expiresAt: found.expiresAt };
  }

  async function whoIs(cookie: string | undefined): Promise<SignedIn<Caller | null>> {
    if (!cookie) return { caller: null, cookies: [] };
    const found = await findSessionInUse(cookie);
    if (found && found.expiresAt > now() + sessionIdleLife - sessionProlongedEvery) {
      return { caller: found.caller, cookies: [] };
    }
    return askBetterAuth(cookie);
  }

  async function identify(cookie: string | undefined): Promise<Caller | null> {
    if (!cookie) return null;
    const found = await findSessionInUse(cookie);
    return found ? found.caller : (await askBetterAuth(cookie, { disableRefresh: true })).caller;
  }

  async function askBetterAuth(
    cookie: string,
    query?: { disableRefresh: boolean },
  ): Promise<SignedIn<Caller | null>> {
    const { response, headers } = await api.getSession({
      headers: new Headers({ cookie }),
      query,
      returnHeaders: true,
    });
    if (response && isTooOld(response.session.createdAt.getTime())) {
      await deleteSession(db, response.session.id);
      return { caller: null, cookies: [] };
    }
    const caller = response && { user: userOf(response.user), session: response.session.id };
    // The cookies of an ended session are not cleared: the browser may already have new ones of the same names.
    return { caller, cookies: caller ? headers.getSetCookie() : [] };
  }

  return {
    parseForm: (form) => parseRegistration(form, passwordPolicy),

    async register({ firstName, lastName, email, password }, browser) {
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

    async signIn(email, password, { browser, cookie }) {
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

    async signOut(cookie) {
      const token = sessionToken(cookie);
      const ended = token === null ? null : await findSessionOfToken(token);
      const { headers } = await api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      if (ended) await endPush(db, [ended.id]);
      return headers.getSetCookie();
    },

    lastSignOut: () => lastSignOut(db),
    completeSignIn,
    whoIs,
    identify,

    async isSessionAlive(session) {
      const found = await findSession(db, session);
      return found !== null && found.expiresAt > now() && !isTooOld(found.createdAt);
    },

    people: (ids) => findUsers(db, ids),
    idOf: (email) => findUserByEmail(db, email),
  };
}

function parseRegistration(form: RegisterForm, passwordPolicy: PasswordPolicy): Outcome<RegisterForm> {
  const names = parsePersonNames(form.firstName, form.lastName);
  if (!names.ok) return names;
  const email = parseEmail(form.email);
  if (!email.ok) return email;
  const password = passwordPolicy.check(form.password, 'password');
  if (!password.ok) return password;
  return done({ ...names.value, email: email.value, password: password.value });
}

const userOf = ({ id, email, firstName, lastName }: User): User => ({ id, email, firstName, lastName });
