import { requestReset, resetPassword } from '../../contract/auth.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { hashOf, newSecret } from '../id.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import {
  type AccountDatabase,
  deleteVerifications,
  findUserByEmail,
  findUsers,
  hasVerification,
  insertVerification,
  markEmailVerified,
  parseEmail,
  takeVerification,
} from './account-tables.ts';
import type { Accounts } from './accounts.ts';
import { type Mailer, resetLinkMinutes, resetPasswordEmail } from './email.ts';
import { hashPassword, type PasswordPolicy } from './password-policy.ts';
import { setPassword } from './passwords.ts';
import type { SecurityLog } from './security-log.ts';
import { deleteSecondFactor, revokePasskeysTokensAndSessions } from './sessions.ts';
import type { KnownDevices, SignInThrottle } from './sign-in-throttle.ts';

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
  const expiresAt = now + resetLinkMinutes * 60_000;
  await insertVerification(db, { identifier: identifierOf(token, sentBy), user }, { now, expiresAt });
  return token;
}

const isResetLinkValid = (db: AccountDatabase, token: string, now: number): Promise<boolean> =>
  hasVerification(db, identifiersOf(token), now);

/** Uses the link up; null for all but the first caller. */
async function consumeResetLink(
  db: AccountDatabase,
  token: string,
): Promise<{ readonly user: string; readonly sentBy: SentBy } | null> {
  const used = await takeVerification(db, identifiersOf(token));
  if (!used) return null;
  return { user: used.user, sentBy: used.identifier === identifierOf(token, 'email') ? 'email' : 'operator' };
}

export const revokeResetLinks = (db: AccountDatabase, user: string): Promise<void> =>
  deleteVerifications(db, user, prefix);

/** Sends a reset link. Answers before the account is looked up, so that neither text nor timing reveals whether it exists. */
type SendResetEmail = (email: string, place: string) => Promise<Outcome<null>>;

interface Dependencies {
  readonly db: AccountDatabase;
  readonly mailer: Mailer;
  /** Where the link leads. Never taken from the request: a forged host would receive the secret. */
  readonly publicUrl: URL;
  readonly now: () => number;
}

export function createSendResetEmail({
  db,
  mailer,
  publicUrl: { origin },
  now,
}: Dependencies): SendResetEmail {
  return async (typed, place) => {
    const email = parseEmail(typed);
    if (!email.ok) return email;
    const to = email.value;
    const allowed = await mailer.allow(to, place);
    if (!allowed.ok) return allowed;
    mailer.send('password reset', async () => {
      const token = await issueResetLink(db, { email: to, sentBy: 'email', now: now() });
      return token === null ? null : resetPasswordEmail({ to, origin, path: resetLinkPath(token) });
    });
    return done(null);
  };
}

interface PasswordReset {
  readonly user: string;
  readonly endedSessions: readonly string[];
}

/** Sets the new password, and revokes everything else the user could sign in with except the second factor. */
type ResetPassword = (
  token: string,
  password: string,
  entryOf: (user: string) => SecurityLogEntry,
) => Promise<Outcome<PasswordReset>>;

interface ResetPasswordDependencies {
  readonly db: AccountDatabase;
  readonly passwordPolicy: PasswordPolicy;
  readonly throttle: Pick<SignInThrottle, 'forget'>;
  readonly now: () => number;
}

export function createResetPassword({
  db,
  passwordPolicy,
  throttle,
  now,
}: ResetPasswordDependencies): ResetPassword {
  return async (token, typed, entryOf) => {
    if (!(await isResetLinkValid(db, token, now()))) return refuse('reset-invalid');
    const password = passwordPolicy.check(typed, 'password');
    if (!password.ok) return password;
    const hash = await hashPassword(password.value);
    const reset = await db.transaction().execute(async (transaction): Promise<Outcome<PasswordReset>> => {
      // Another request may have used the same link since.
      const link = await consumeResetLink(transaction, token);
      if (!link) return refuse('reset-invalid');
      const { user } = link;
      if (link.sentBy === 'email') await verifyAddress(transaction, user);
      await setPassword(transaction, user, hash, now());
      await appendEntries(transaction, [entryOf(user)]);
      return done({ user, endedSessions: await revokePasskeysTokensAndSessions(transaction, user) });
    });
    if (!reset.ok) return reset;
    for (const { email } of await findUsers(db, [reset.value.user])) await throttle.forget(email);
    return reset;
  };
}

/**
 * Before the address was verified, someone else may have registered it and set up an authenticator app that its owner does
 * not have, so that app is removed. After that, the app is the owner's and stays.
 */
async function verifyAddress(db: AccountDatabase, user: string): Promise<void> {
  if (await markEmailVerified(db, user)) await deleteSecondFactor(db, user);
}

export interface PasswordResetDependencies {
  readonly sendResetEmail: SendResetEmail | null;
  readonly resetPassword: ResetPassword;
  readonly accounts: Pick<Accounts, 'idOf'>;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
  readonly securityLog: SecurityLog;
}

export function servePasswordResets(serve: Serve, dependencies: PasswordResetDependencies): void {
  const { sendResetEmail, accounts, devices, connections, securityLog } = dependencies;

  serve(requestReset, async (request) => {
    if (!sendResetEmail) return refuse('mail-unavailable');
    const { email } = request.body;
    const sent = await sendResetEmail(email, request.place);
    if (!sent.ok) return sent;
    securityLog.recordLater(async () => {
      const user = await accounts.idOf(email);
      return user === null ? null : { type: 'reset-link-requested', user };
    }, request);
    return done({});
  });

  serve(resetPassword, async (request) => {
    const { body, cookie, setCookies } = request;
    const reset = await dependencies.resetPassword(body.token, body.password, (user) =>
      securityLog.entry({ type: 'password-reset', user }, request),
    );
    if (!reset.ok) return reset;
    for (const session of reset.value.endedSessions) connections.signedOut(session);
    setCookies(await devices.lines(cookie, reset.value.user));
    return done({});
  });
}
