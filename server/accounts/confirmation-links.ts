import * as z from 'zod/mini';
import { confirmEmail, openAccount, verifyEmail } from '../../contract/account.ts';
import { language } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { hashOf, newSecret } from '../id.ts';
import {
  type AccountDatabase,
  findUserByEmail,
  insertNewAccount,
  languageAt,
  oidcProvider,
  parseEmail,
  passwordProvider,
  saveEmail,
} from './account-tables.ts';
import { type Caller, type RegisterForm, startSession, tellNewName } from './accounts.ts';
import { confirmationLinkHours, type Mailer } from './email.ts';
import { proveAddress } from './first-proof.ts';
import { hashPassword, verifyPassword } from './password-policy.ts';
import { findPasswordHash, revokeResetLinks } from './passwords.ts';
import { isSignedIn } from './sessions.ts';

/** What is stored of a registration until its address is confirmed. `password` is the hash. */
const registrationSchema = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  password: z.string(),
  language: z.optional(language),
});

/** Only the hash of the secret is stored. */
async function issue(
  { db, now }: Pick<Parts, 'db' | 'now'>,
  email: string,
  of: { readonly user: string } | { readonly registration: string },
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('email_links')
    .values({
      token_hash: hashOf(token),
      user_id: 'user' in of ? of.user : null,
      email,
      registration: 'registration' in of ? of.registration : null,
      expires_at: now() + confirmationLinkHours * 3_600_000,
    })
    .execute();
  return token;
}

interface Proved {
  /** Nobody had proved the address of the account before. */
  readonly isFirst: boolean;
  readonly cookies: readonly string[];
}

export const isOthers = async (db: AccountDatabase, email: string, user: string): Promise<boolean> => {
  const owner = await findUserByEmail(db, email);
  return owner !== null && owner !== user;
};

/**
 * Sends a link that creates the account. An address that has an account gets an email that says so instead; the answer
 * and the time it takes are the same.
 */
export async function sendRegistration(
  parts: Parts,
  mailer: Mailer,
  { email, password, ...names }: RegisterForm,
  { place, invitation }: { place: string; invitation: string | undefined },
): Promise<Outcome<never>> {
  const allowed = mailer.allow(email, place);
  if (!allowed.ok) return allowed;
  const { language = 'en' } = names;
  const registration = JSON.stringify({ ...names, password: await hashPassword(password) });
  mailer.send('registration', email, async () => {
    if ((await findUserByEmail(parts.db, email)) !== null)
      return ['account exists', '/forgot', (await languageAt(parts.db, email)) ?? language];
    const token = await issue(parts, email, { registration });
    const next = invitation === undefined ? '' : `?from=${encodeURIComponent(`/join/${invitation}`)}`;
    return ['registration', `/confirm/${token}${next}`, language];
  });
  return refuse('email-to-confirm');
}

/** Sends a link that makes this address the caller's, or verifies it if it already is. */
export async function sendConfirmation(
  parts: Parts,
  mailer: Mailer,
  { user: { id: user, language = 'en' } }: Caller,
  { email: to, place }: { email: string; place: string },
): Promise<Outcome<never>> {
  const allowed = mailer.allow(to, place);
  if (!allowed.ok) return allowed;
  mailer.send('confirmation', to, async () => {
    if (await isOthers(parts.db, to, user))
      return ['account exists', '/forgot', (await languageAt(parts.db, to)) ?? language];
    return ['confirmation', `/confirm-email/${await issue(parts, to, { user })}`, language];
  });
  return refuse('email-to-confirm');
}

/** Links that prove who reads the email of an address. */
export function serveConfirmationLinks(serve: Serve, parts: Parts): void {
  const { db, mailer, accounts, throttle, connections, emailLinks, securityLog, now } = parts;

  /**
   * Creates the account and signs in. The password shows that it is the person who registered, since the owner of the address
   * must not create an account for someone else by following a link in an email.
   */
  serve(openAccount, async (request) => {
    const { token, password } = request.body;
    const since = await accounts.lastSignOut();
    const link = await db
      .selectFrom('email_links')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .where('user_id', 'is', null)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (!mailer || !link) return refuse('confirm-invalid');
    const { email } = link;
    const { password: hash, ...names } = registrationSchema.parse(JSON.parse(link.registration ?? ''));
    const attempt = await throttle.signIn({ email, place: request.place, cookie: request.cookie });
    if (!attempt.ok) return attempt;
    if (!(await verifyPassword(password, hash))) return refuse('password-wrong', { field: 'password' });
    await attempt.value.succeeded();
    // All registrations of this address end.
    const registrations = db.deleteFrom('email_links').where('email', '=', email);
    await registrations.where('user_id', 'is', null).execute();
    const account = { email, emailVerified: true, ...names, password: hash, providers: [] };
    const user = await insertNewAccount(db, account, now());
    if (user === null) return refuse('confirm-invalid');
    return startSession(parts, request, { user, since }, 'registration');
  });

  serve(verifyEmail, async ({ caller, place }) => {
    if (!mailer) return refuse('mail-unavailable');
    const email = parseEmail(caller.user.email);
    if (!email.ok) return email;
    const sent = await sendConfirmation(parts, mailer, caller, { email: email.value, place });
    return sent.ok || sent.problem.code === 'email-to-confirm' ? done({}) : sent;
  });

  /** The person is signed in and reads the email. Until then, others may have set up ways in beside that password. */
  async function prove(transaction: AccountDatabase, { user: { id }, session }: Caller): Promise<Proved> {
    const hasPassword = (await findPasswordHash(transaction, id)) !== null;
    const signIn = { providerId: hasPassword ? passwordProvider : oidcProvider };
    const isFirst = await proveAddress(transaction, id, { kept: { session, signIn } });
    const renewed = isFirst ? await accounts.renewSecret(transaction, session) : null;
    return { isFirst, cookies: renewed === null ? [] : [renewed] };
  }

  serve(confirmEmail, async (request) => {
    if (!mailer) return refuse('mail-unavailable');
    const { user, session } = request.caller;
    const confirmed = await db.transaction().execute(async (transaction) => {
      const link = await transaction
        .deleteFrom('email_links')
        .where('token_hash', '=', hashOf(request.body.token))
        .where('user_id', '=', user.id)
        .where('expires_at', '>', now())
        .returning('email')
        .executeTakeFirst();
      if (!link || !(await isSignedIn(transaction, session))) return null;
      const { email } = link;
      if (await isOthers(transaction, email, user.id)) return null;
      await saveEmail(transaction, user.id, { email }, now());
      const proved = await prove(transaction, request.caller);
      if (email !== user.email) {
        const entry = securityLog.entry({ type: 'email-changed', user: user.id }, request);
        await appendEntries(transaction, [entry]);
      }
      // They were sent to the old address.
      await revokeResetLinks(transaction, user.id);
      await transaction.deleteFrom('email_links').where('user_id', '=', user.id).execute();
      return { person: { ...user, email }, ...proved };
    });
    if (!confirmed) return refuse('confirm-invalid');
    request.setCookies(confirmed.cookies);
    if (confirmed.isFirst) {
      connections.sessionsChanged(user.id);
      // Some teams let managers manage only with the app that ended.
      connections.membershipsChanged(user.id);
    }
    await emailLinks.confirmed(user.id);
    return done(await tellNewName(parts, confirmed.person));
  });
}
