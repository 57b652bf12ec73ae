import type { register } from '../../contract/account.ts';
import type { Body } from '../../contract/endpoint.ts';
import type { Me } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import { cookieLine } from '../door/cookies.ts';
import type { Parts } from '../door/endpoint.ts';
import { newSecret } from '../id.ts';
import {
  type AccountDatabase,
  findProofs,
  findUserByEmail,
  findUsers,
  insertNewAccount,
} from './account-tables.ts';
import { hashPassword, verifyPassword } from './password-policy.ts';
import { findPasswordHash, upgradePasswordHash } from './passwords.ts';
import { secondStep, trustedDevice } from './pending-proofs.ts';
import type { EventSource } from './security-log.ts';
import {
  briefLife,
  countSignOuts,
  deleteSession,
  findSession,
  insertSession,
  isBrief,
  lastSignOut,
  prepareSessionOfToken,
  prolongSession,
  sessionIdleLife,
  unlessSignedOut,
  wasSignedOut,
} from './sessions.ts';
import { sessionCookie } from './sign-in-keys.ts';

/** A session in use is prolonged this often, in milliseconds: with each request, each page would wait for the disk. */
const prolongedEvery = 3_600_000;

export interface Caller {
  readonly user: User;
  /** The session's id, which is not a secret. */
  readonly session: string;
}

/** Somebody who may sign in. */
export interface ProvedUser {
  readonly user: string;
  /** What `lastSignOut` returned before a password, code or passkey was checked. */
  readonly since: number;
  /** On this browser, no code will be asked for. */
  readonly trusts?: boolean;
  /** The session is for unlocking a kiosk. */
  readonly kiosk?: boolean;
}

export type RegisterForm = Omit<Body<typeof register>, 'invitation'>;

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({
  db,
  signInKeys,
  proofs,
  sessionLife,
  now,
}: Pick<Parts, 'db' | 'signInKeys' | 'proofs' | 'now'> & {
  /** How long a session lasts at most, however often it is used, in milliseconds. */
  readonly sessionLife: number;
}) {
  const isTooOld = (createdAt: number): boolean => createdAt + sessionLife <= now();
  const findSessionOfToken = prepareSessionOfToken(db);
  const cookieOf = (token: string) => signInKeys.cookie(sessionCookie, token, sessionIdleLife);

  function sessionOf(cookie: string | undefined) {
    const token = signInKeys.readCookie(cookie, sessionCookie);
    return token === null ? null : findSessionOfToken(token);
  }

  /** Identifies the caller by the `Cookie` header, and prolongs a session in use. */
  async function whoIs(
    cookie: string | undefined,
    prolongs = true,
  ): Promise<{ readonly caller: Caller | null; readonly cookies: readonly string[] }> {
    // The cookies of an ended session are not cleared: the browser may already have new ones of the same names.
    const nobody = { caller: null, cookies: [] };
    const found = await sessionOf(cookie);
    if (!found || found.expiresAt <= now()) return nobody;
    if (isTooOld(found.createdAt)) {
      await deleteSession(db, found.id);
      return nobody;
    }
    const caller = { user: found.user, session: found.id };
    const isDue = found.expiresAt <= now() + sessionIdleLife - prolongedEvery;
    if (!prolongs || !isDue || isBrief(found)) return { caller, cookies: [] };
    const isThere = await prolongSession(db, found.id, now());
    return isThere ? { caller, cookies: [cookieOf(found.token)] } : nobody;
  }

  return {
    whoIs: (cookie: string | undefined) => whoIs(cookie),
    lastSignOut: () => lastSignOut(db),
    countSignOuts: (user: string) => countSignOuts(db, user),

    /** `whoIs` without prolonging the session: for a live connection, whose page uses HTTP as well. */
    identify: async (cookie: string | undefined) => (await whoIs(cookie, false)).caller,

    /** Gives the session another secret, so that a copy of its cookie is of no use. Null if it ended meanwhile, or is a kiosk's. */
    async renewSecret(transaction: AccountDatabase, session: string): Promise<string | null> {
      const token = newSecret();
      const found = await findSession(transaction, session);
      if (!found || isBrief(found)) return null;
      return (await prolongSession(transaction, session, now(), token)) ? cookieOf(token) : null;
    },

    async register({
      firstName,
      lastName,
      email,
      password,
      language,
    }: RegisterForm): Promise<Outcome<ProvedUser>> {
      const since = await lastSignOut(db);
      const taken = refuse('email-taken', { field: 'email' });
      if ((await findUserByEmail(db, email)) !== null) return taken;
      const account = { email, emailVerified: false, firstName, lastName, language, providers: [] };
      const hash = await hashPassword(password);
      const user = await insertNewAccount(db, { ...account, password: hash }, now());
      return user === null ? taken : done({ user, since });
    },

    /**
     * An unknown address and a wrong password get the same answer after the same work, except for an imported password that
     * was never used, whose hash takes its own time. While the second factor is missing, `pending` is the `Set-Cookie` line
     * that identifies the sign-in in its second step.
     */
    async checkPassword(
      email: string,
      password: string,
      cookie: string | undefined,
    ): Promise<Outcome<ProvedUser | { readonly pending: string }>> {
      const wrong = refuse('credentials-wrong');
      const since = await lastSignOut(db);
      const user = await findUserByEmail(db, email);
      const hash = user === null ? null : await findPasswordHash(db, user);
      if (user === null || hash === null) {
        await hashPassword(password);
        return wrong;
      }
      if (!(await verifyPassword(password, hash))) return wrong;
      await upgradePasswordHash(db, user, { before: hash, password }, now());
      const { hasSecondFactor } = await findProofs(db, user);
      if (!hasSecondFactor) return done({ user, since });
      // Others of a shared tablet stay trusted. The trust is for 30 days from each sign-in, and a copied cookie ends with the next one.
      const isTrusted = (await proofs.find(trustedDevice, cookie)) === user;
      if (isTrusted && (await proofs.take(trustedDevice, cookie))) return done({ user, since, trusts: true });
      const pending = await unlessSignedOut(db, user, since, (transaction) =>
        proofs.start(secondStep, user, transaction),
      );
      return pending === null ? wrong : done({ pending });
    },

    /** Begins a session. Null if the user was signed out everywhere since, as by a new password. */
    async begin(
      { user: id, since, trusts = false, kiosk = false }: ProvedUser,
      browser: string,
    ): Promise<{ user: User; cookies: readonly string[] } | null> {
      const [user] = await findUsers(db, [id]);
      if (!user) return null;
      const token = newSecret();
      return unlessSignedOut(db, id, since, async (transaction) => {
        const life = kiosk ? briefLife : sessionIdleLife;
        await insertSession(transaction, { user: id, token, browser, life }, now());
        const trust = trusts ? [await proofs.start(trustedDevice, id, transaction)] : [];
        return { user, cookies: [cookieOf(token), ...trust] };
      });
    },

    /** Ends the session of the cookies; the returned lines clear them. */
    async signOut(cookie: string): Promise<readonly string[]> {
      const ended = await sessionOf(cookie);
      if (ended) await deleteSession(db, ended.id);
      return [cookieLine(sessionCookie, '', 0)];
    },

    /** Whether it is for unlocking a kiosk. */
    async isBrief(session: string): Promise<boolean> {
      const found = await findSession(db, session);
      return found !== null && isBrief(found);
    },

    async isSessionAlive(session: string): Promise<boolean> {
      const found = await findSession(db, session);
      return found !== null && found.expiresAt > now() && !isTooOld(found.createdAt);
    },

    wasSignedOut: (user: string, since: number) => wasSignedOut(db, user, since),

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

/** Signs in on this browser, in place of anyone who was signed in before. Refused if the user was signed out everywhere since. */
export async function startSession(
  parts: Parts,
  request: SessionRequest & EventSource,
  proved: ProvedUser,
  method: string,
): Promise<Outcome<Me>> {
  const { accounts, devices, memberships, securityLog } = parts;
  const begun = await accounts.begin(proved, request.browser);
  if (!begun) return refuse('sign-in-again');
  const { user, cookies } = begun;
  await endSession(parts, { ...request, setCookies: () => {} });
  request.setCookies([...cookies, ...(await devices.lines(request.cookie, user.id))]);
  // Before the session is in anybody's hands.
  await securityLog.record({ type: 'signed-in', user: user.id, details: { method } }, request);
  return done(await memberships.me(user));
}

/** Tells the person's open pages and their teams' lists. */
export async function tellNewName({ memberships, connections }: Parts, user: User): Promise<Me> {
  const me = await memberships.me(user);
  connections.personChanged(user);
  for (const { id } of me.teams) connections.listed(id);
  return me;
}
