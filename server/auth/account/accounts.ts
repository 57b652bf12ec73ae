import { APIError } from 'better-auth/api';
import { readPersonNames, type User } from '../../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Library } from '../better-auth/better-auth.ts';
import { betterAuthCookies, betterAuthHeaders, pickCookie } from '../better-auth/better-auth-headers.ts';
import { findUserByEmail, parseEmail } from '../email/email-address.ts';
import type { PasswordPolicy } from '../password/password-policy.ts';
import { upgradePasswordHash } from '../password/password-rehash.ts';
import { admit, lastSignOut } from '../sessions.ts';

/** Who is behind a request: a person, by a session. */
export interface Caller {
  readonly user: User;
  /** Id of the session, which is no secret. */
  readonly session: string;
}

/** What a request proved, and the `Set-Cookie` lines that its answer must carry. */
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

/** The password was right, and a second factor is asked for. */
export interface SecondFactorPending {
  /** The `Set-Cookie` lines that the second step goes on from. */
  readonly pending: readonly string[];
}

/** `browser` is what a browser says of itself; its session keeps that. */
export interface Accounts {
  /** The form as it is kept, or what is wrong with it. */
  readForm(form: RegisterForm): Outcome<RegisterForm>;
  /** Makes the account and signs in, with a form that was read. */
  register(form: RegisterForm, browser: string): Promise<Outcome<SignedIn>>;
  /**
   * One answer for an unknown address and for a wrong password, after the same work but for a password that moved in: that
   * takes its own until it was used once. Registering tells of an address anyway.
   */
  signIn(
    email: string,
    password: string,
    from: { browser: string; cookie: string | undefined },
  ): Promise<Outcome<SignedIn | SecondFactorPending>>;
  /** What `arrive` goes by; to be read before anything is proved. */
  lastSignOut(): Promise<number>;
  /**
   * Who signed in just now, by the headers that the library answered with. Null, and the session is gone, when all of
   * that person was signed out since, as by a new password.
   */
  arrive(headers: Headers, since: number): Promise<SignedIn | null>;
  /** Ends the session of the cookies; the lines returned clear them. */
  signOut(cookie: string): Promise<readonly string[]>;
  /** By the `Cookie` header of a request. A session in use is prolonged. */
  whoIs(cookie: string | undefined): Promise<SignedIn<Caller | null>>;
  /** False from the moment of signing out, or when it ran out. */
  isSessionAlive(session: string): Promise<boolean>;
  /** The people with these ids, in no order. */
  people(ids: readonly string[]): Promise<readonly User[]>;
}

interface Parts {
  readonly library: Library;
  readonly passwordPolicy: PasswordPolicy;
  readonly now: () => number;
}

/** Accounts and sessions, kept by the sign-in library. */
export function createAccounts({ library: { db, api }, passwordPolicy, now }: Parts): Accounts {
  async function arrive(headers: Headers, since: number): Promise<SignedIn | null> {
    const cookies = headers.getSetCookie();
    const { caller } = await whoIs(cookies.map((line) => line.split(';', 1)[0]).join('; '));
    // Not there when it was made in time to be ended with all others.
    const isAdmitted = caller && (await admit(db, caller.user.id, { since, session: caller.session }));
    return isAdmitted ? { caller, cookies } : null;
  }

  async function whoIs(cookie: string | undefined): Promise<SignedIn<Caller | null>> {
    if (!cookie) return { caller: null, cookies: [] };
    const { response, headers } = await api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    });
    const caller = response && { user: userOf(response.user), session: response.session.id };
    // A dead session's cookies are left alone: by now the browser may have got new ones of the same names.
    return { caller, cookies: caller ? headers.getSetCookie() : [] };
  }

  return {
    readForm: (form) => readRegistration(form, passwordPolicy),

    async register({ firstName, lastName, email, password }, browser) {
      const since = await lastSignOut(db);
      try {
        const body = { name: `${firstName} ${lastName}`, firstName, lastName, email, password };
        const { headers } = await api.signUpEmail({
          body,
          headers: betterAuthHeaders({ browser }),
          returnHeaders: true,
        });
        const arrived = await arrive(headers, since);
        return arrived ? done(arrived) : refuse('sign-in-again');
      } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if ((await findUserByEmail(db, email)) !== null) return refuse('email-taken', { field: 'email' });
        throw error;
      }
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
          const isAdmitted = user !== null && (await admit(db, user, { since, session: null }));
          if (!isAdmitted) return refuse('credentials-wrong');
          return done({ pending: [pickCookie(headers.getSetCookie(), betterAuthCookies.pending)] });
        }
        const arrived = await arrive(headers, since);
        return arrived ? done(arrived) : refuse('credentials-wrong');
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return refuse('credentials-wrong');
        throw error;
      }
    },

    async signOut(cookie) {
      const { headers } = await api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },

    lastSignOut: () => lastSignOut(db),
    arrive,
    whoIs,

    async isSessionAlive(session) {
      const row = await db
        .selectFrom('session')
        .select('expiresAt')
        .where('id', '=', session)
        .executeTakeFirst();
      return row !== undefined && Date.parse(row.expiresAt) > now();
    },

    async people(ids) {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('user').selectAll().where('id', 'in', ids).execute();
      return rows.map(userOf);
    },
  };
}

function readRegistration(form: RegisterForm, passwordPolicy: PasswordPolicy): Outcome<RegisterForm> {
  const names = readPersonNames(form.firstName, form.lastName);
  if (!names.ok) return names;
  const email = parseEmail(form.email);
  if (!email.ok) return email;
  const password = passwordPolicy.read(form.password, 'password');
  if (!password.ok) return password;
  return done({ ...names.value, email: email.value, password: password.value });
}

export const userOf = ({ id, email, firstName, lastName }: User): User => ({
  id,
  email,
  firstName,
  lastName,
});
