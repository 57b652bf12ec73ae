import { requestReset, resetPassword } from '../../contract/account.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { hashOf, newSecret } from '../id.ts';
import {
  type AccountDatabase,
  deleteVerifications,
  findUserByEmail,
  findUsers,
  fromInstant,
  insertSignIn,
  languageAt,
  parseEmail,
  passwordProvider,
  revokePendingProofs,
} from './account-tables.ts';
import type { Caller } from './accounts.ts';
import { resetLinkMinutes } from './email.ts';
import { endUnprovedSignIns, proveAddress } from './first-proof.ts';
import { hashPassword, isFirebaseHash, parseFirebaseHash, verifyPassword } from './password-policy.ts';
import { insertVerification } from './pending-proofs.ts';
import { findSession, revokePasskeysTokensAndSessions } from './sessions.ts';

export async function findPasswordHash(db: AccountDatabase, user: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** False if the stored hash is another one by now. */
async function replacePasswordHash(
  db: AccountDatabase,
  user: string,
  { before, after }: { readonly before: string; readonly after: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password: after, updatedAt: fromInstant(now) })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .where('password', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces a Firebase hash with ours after its password signed in, unless the password changed meanwhile. */
export async function upgradePasswordHash(
  db: AccountDatabase,
  user: string,
  { before, password }: { readonly before: string; readonly password: string },
  now: number,
): Promise<void> {
  if (!isFirebaseHash(before)) return;
  await replacePasswordHash(db, user, { before, after: await hashPassword(password) }, now);
}

/** For a second import with corrected hash parameters. False if it is another password, or has been used since. */
export async function replaceFirebaseHash(
  db: AccountDatabase,
  user: string,
  after: string,
  now: number,
): Promise<boolean> {
  const before = await findPasswordHash(db, user);
  const [old, next] = [parseFirebaseHash(before ?? ''), parseFirebaseHash(after)];
  const isSame = old && next && old.hash === next.hash && old.salt === next.salt;
  if (before === null || before === after || !isSame) return false;
  return replacePasswordHash(db, user, { before, after }, now);
}

/** Stores the hash of a new password, and ends what the old one or a reset link could still do. */
export async function setPassword(
  db: AccountDatabase,
  user: string,
  hash: string,
  now: number,
): Promise<void> {
  const changed = await db
    .updateTable('account')
    .set({ password: hash, updatedAt: fromInstant(now) })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    const signIn = { providerId: passwordProvider, accountId: user, password: hash };
    await insertSignIn(db, user, signIn, now);
  }
  await revokePendingProofs(db, user);
}

/** How long a sign-in counts in place of a password, in milliseconds: later, it may be somebody else at an open page. */
const FRESH = 600_000;

/** Checks the caller's password again; `field` is where a wrong one is reported. Someone without a password needs a recent sign-in instead. */
export async function reauthenticate(
  { db, throttle, securityLog, now }: Parts,
  { user, session }: Caller,
  { password, field = 'password' }: { readonly password: string; readonly field?: string },
): Promise<Outcome<null>> {
  const hash = await findPasswordHash(db, user.id);
  if (hash === null) {
    const found = await findSession(db, session);
    return found && now() - found.createdAt < FRESH ? done(null) : refuse('sign-in-again');
  }
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
}

/** Anyone who has the link can choose a new password, once. */
export const resetLinkPath = (token: string): string => `/reset/${token}`;

/** A link that was emailed proves who owns the address; one that an operator passed on does not. */
type SentBy = 'email' | 'operator';

const prefix = 'reset-link:';
const identifierOf = (token: string, sentBy: SentBy): string =>
  sentBy === 'email' ? `${prefix}mailed:${hashOf(token)}` : `${prefix}${hashOf(token)}`;
const identifiersOf = (token: string) => [identifierOf(token, 'email'), identifierOf(token, 'operator')];

/** The secret of a new link; null if no account has this address. Only its hash is stored. */
export async function issueResetLink(
  db: AccountDatabase,
  { email, sentBy, now }: { readonly email: string; readonly sentBy: SentBy; readonly now: number },
): Promise<string | null> {
  const user = await findUserByEmail(db, email);
  if (user === null) return null;
  const token = newSecret();
  const link = { identifier: identifierOf(token, sentBy), value: user, life: resetLinkMinutes * 60_000 };
  await insertVerification(db, link, now);
  return token;
}

export const revokeResetLinks = (db: AccountDatabase, user: string): Promise<void> =>
  deleteVerifications(db, user, prefix);

export function servePasswordResets(serve: Serve, parts: Parts): void {
  const { db, mailer, passwordPolicy, throttle, devices, connections, securityLog, now } = parts;

  serve(requestReset, async (request) => {
    if (!mailer) return refuse('mail-unavailable');
    const email = parseEmail(request.body.email);
    if (!email.ok) return email;
    const to = email.value;
    const allowed = mailer.allow(to, request.place);
    if (!allowed.ok) return allowed;
    mailer.send('password reset', to, async () => {
      const token = await issueResetLink(db, { email: to, sentBy: 'email', now: now() });
      if (token === null) return null;
      const language = (await languageAt(db, to)) ?? request.body.language ?? 'en';
      return ['password reset', resetLinkPath(token), language];
    });
    securityLog.recordLater(async () => {
      const user = await findUserByEmail(db, to);
      return user === null ? null : { type: 'reset-link-requested', user };
    }, request);
    return done({});
  });

  /** Sets the new password, and ends every session, passkey and token. What a proved address set up besides stays: the second factor, the provider. */
  serve(resetPassword, async (request) => {
    const { body, cookie, setCookies } = request;
    const identifiers = identifiersOf(body.token);
    const working = await db
      .selectFrom('verification')
      .select('id')
      .where('identifier', 'in', identifiers)
      .where('expiresAt', '>', fromInstant(now()))
      .executeTakeFirst();
    if (!working) return refuse('reset-invalid');
    const password = passwordPolicy.check(body.password, 'password');
    if (!password.ok) return password;
    const hash = await hashPassword(password.value);
    const user = await db.transaction().execute(async (transaction) => {
      // Another request may have used the same link since.
      const link = await transaction
        .deleteFrom('verification')
        .where('identifier', 'in', identifiers)
        .returning(['identifier', 'value as user'])
        .executeTakeFirst();
      if (!link) return null;
      const { user } = link;
      if (link.identifier === identifierOf(body.token, 'email')) await proveAddress(transaction, user);
      else await endUnprovedSignIns(transaction, user);
      await setPassword(transaction, user, hash, now());
      await appendEntries(transaction, [securityLog.entry({ type: 'password-reset', user }, request)]);
      await revokePasskeysTokensAndSessions(transaction, user);
      return user;
    });
    if (user === null) return refuse('reset-invalid');
    for (const { email } of await findUsers(db, [user])) await throttle.forget(email);
    connections.sessionsChanged(user);
    setCookies(await devices.lines(cookie, user));
    return done({});
  });
}
