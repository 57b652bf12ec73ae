import { APIError } from 'better-auth/api';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { MemberStore } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { hashOf } from '../id.ts';
import type { Parts } from '../parts.ts';
import {
  type AccountDatabase,
  findProofs,
  fromBoolean,
  fromInstant,
  passwordProvider,
  withAccountTables,
} from './account-tables.ts';
import type { Caller, SignedIn } from './accounts.ts';
import { betterAuthCookies, betterAuthHeaders, pickCookie } from './better-auth.ts';
import { deleteSecondFactor, findSession } from './sessions.ts';

/** Longer than Better Auth accepts a code, in milliseconds. */
const CODE_LIFE = 120_000;

const keyOf = (user: string, code: string): string => hashOf(JSON.stringify([user, code]));

/** Better Auth accepts a code again while it is valid; here each works once. */
async function claimCode({ db, now }: Parts, user: string, code: string): Promise<boolean> {
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
}

type BetterAuthApi = Parts['betterAuth']['api'];

async function spendCode<T>(
  parts: Parts,
  user: string,
  typed: string,
  check: (verify: BetterAuthApi['verifyTOTP' | 'verifyBackupCode'], code: string) => Promise<T>,
): Promise<Outcome<T>> {
  const { db, betterAuth } = parts;
  const code = normalizeCode(typed);
  if (!(await claimCode(parts, user, code))) return refuse('code-wrong', { field: 'code' });
  try {
    const { verifyTOTP, verifyBackupCode } = betterAuth.api;
    return done(await check(/^\d{6}$/.test(code) ? verifyTOTP : verifyBackupCode, code));
  } catch (error) {
    await db.deleteFrom('used_codes').where('key', '=', keyOf(user, code)).execute();
    return refuseCode(error);
  }
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

/** The user of a sign-in that waits for its second step; null if there is none. */
export const pendingUser = ({ betterAuth }: Parts, cookie: string | undefined): Promise<string | null> =>
  betterAuth.verified(identifierOf(pickCookie(cookie, betterAuthCookies.pending)));

interface SecondStep {
  readonly cookie: string | undefined;
  readonly browser: string;
  readonly code: string;
  readonly trust: boolean;
}

export async function finishSecondFactor(
  parts: Parts,
  { cookie, browser, code: typed, trust }: SecondStep,
): Promise<Outcome<SignedIn>> {
  const { accounts } = parts;
  const since = await accounts.lastSignOut();
  const user = await pendingUser(parts, cookie);
  if (user === null) return refuse('sign-in-again');
  // Only this cookie counts, not the session of someone else who is signed in on this browser.
  const pending = pickCookie(cookie, betterAuthCookies.pending);
  const signedIn = await spendCode(parts, user, typed, async (verify, code) => {
    const { headers } = await verify({
      body: { code, trustDevice: trust },
      headers: betterAuthHeaders({ cookie: pending, browser }),
      returnHeaders: true,
    });
    return accounts.completeSignIn(headers, since);
  });
  if (!signedIn.ok) return signedIn;
  return signedIn.value ? done(signedIn.value) : refuse('sign-in-again');
}

export function serveSecondFactor(serve: Serve, parts: Parts): void {
  const { db, betterAuth, accounts, reauthenticate, throttle, securityLog, connections } = parts;
  const { api } = betterAuth;

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
    const createdAt = before ? fromInstant(before.createdAt) : undefined;
    await withAccountTables(db)
      .updateTable('session')
      .set({ id: session, createdAt })
      .where('id', '=', caller.session)
      .execute();
    return cookies;
  }

  serve(startSecondFactor, async ({ caller, cookie, body: { password } }) => {
    if ((await findProofs(db, caller.user.id)).hasSecondFactor) return refuse('second-factor-exists');
    const proved = await reauthenticate(caller, { password });
    if (!proved.ok) return proved;
    const enabled = await api.enableTwoFactor({ body: { password }, headers: betterAuthHeaders({ cookie }) });
    if (enabled.method !== 'totp') throw new Error(`Better Auth set up ${enabled.method}.`);
    const { totpURI: address, backupCodes } = enabled;
    return done({ address, secret: new URL(address).searchParams.get('secret') ?? '', backupCodes });
  });

  serve(confirmSecondFactor, async (request) => {
    const { caller, cookie, body, setCookies } = request;
    const user = caller.user.id;
    if (!(await findProofs(db, user)).hasSecondFactor) {
      const attempt = await throttle.reauthenticate(caller.session, 'code');
      if (!attempt.ok) return attempt;
      const code = normalizeCode(body.code);
      try {
        const headers = betterAuthHeaders({ cookie: pickCookie(cookie, betterAuthCookies.session) });
        // The secret of the session changes.
        const cookies = await keepSession(caller, async () => {
          const verified = await api.verifyTOTP({ body: { code }, headers, returnHeaders: true });
          return verified.headers;
        });
        if (!cookies) {
          // The session was ended by its owner: an app set up from it would lock the owner out.
          await deleteSecondFactor(db, user);
          return refuse('sign-in-again');
        }
        await attempt.value.succeeded();
        await claimCode(parts, user, code);
        setCookies(cookies);
      } catch (error) {
        return refuseCode(error);
      }
    }
    // Some teams let them manage only from now on.
    connections.membershipsChanged(user);
    await securityLog.record({ type: 'second-factor-added', user }, request);
    return done({});
  });

  serve(removeSecondFactor, async (request) => {
    const { caller, cookie, body } = request;
    const user = caller.user.id;
    const proved = await reauthenticate(caller, { password: body.password });
    if (!proved.ok) return proved;
    // Whoever finds an open page and knows the password doesn't have the phone.
    if ((await findProofs(db, user)).hasSecondFactor) {
      const attempt = await throttle.reauthenticate(caller.session, 'code');
      if (!attempt.ok) return attempt;
      const headers = betterAuthHeaders({ cookie: pickCookie(cookie, betterAuthCookies.session) });
      const checked = await spendCode(parts, user, body.code, (verify, code) =>
        verify({ body: { code }, headers }),
      );
      if (!checked.ok) return checked;
      await attempt.value.succeeded();
    }
    await db.transaction().execute(async (transaction) => {
      await deleteSecondFactor(transaction, user);
      await appendEntries(transaction, [securityLog.entry({ type: 'second-factor-removed', user }, request)]);
    });
    connections.membershipsChanged(user);
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

/** Does the team require a second factor that this manager doesn't have? A manager without it has a lead's rights there. */
export const createIsSecondFactorMissing =
  (db: AccountDatabase, members: Pick<MemberStore, 'requiresSecondFactor'>) =>
  async (team: string, manager: string): Promise<boolean> =>
    (await members.requiresSecondFactor(team)) && (await findUnprotected(db, [manager])).length > 0;
