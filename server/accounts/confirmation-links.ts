import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import { hashOf, newId, newSecret } from '../id.ts';
import {
  type AccountDatabase,
  findUserByEmail,
  insertNewAccount,
  parseEmail,
  saveEmail,
} from './account-tables.ts';
import type { Accounts, Caller, RegisterForm, SecondFactorPending, SignedIn } from './accounts.ts';
import {
  accountExistsEmail,
  confirmationLinkHours,
  confirmEmailEmail,
  finishRegistrationEmail,
  type Mailer,
} from './email.ts';
import { hashPassword, verifyPassword } from './password-policy.ts';
import { revokeResetLinks } from './password-reset.ts';
import { isSignedIn } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** What is stored of a registration until its address is confirmed. `password` is the hash. */
const registrationSchema = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  password: z.string(),
});

/** Links that prove who reads the email of an address. */
export interface ConfirmationLinks {
  /**
   * Sends a link that creates the account. An address that has an account gets an email that says so instead; the answer
   * and the time it takes are the same.
   */
  sendRegistration(
    form: RegisterForm,
    request: { place: string; invitation: string | undefined },
  ): Promise<Outcome<never>>;
  /**
   * Creates the account and signs in. The password shows that it is the person who registered, since the owner of the address
   * must not create an account for someone else by following a link in an email.
   */
  createAccount(
    token: string,
    password: string,
    request: { place: string; browser: string; cookie: string | undefined },
  ): Promise<Outcome<SignedIn | SecondFactorPending>>;
  /** Sends a link that makes this address the caller's, or verifies it if it already is. */
  sendConfirmation(caller: Caller, email: string, place: string): Promise<Outcome<never>>;
  /** Makes the link's address the caller's. */
  confirm(caller: Caller, token: string, entry: SecurityLogEntry): Promise<Outcome<User>>;
}

interface Dependencies {
  readonly db: AccountDatabase;
  readonly accounts: Pick<Accounts, 'signIn'>;
  readonly throttle: Pick<SignInThrottle, 'signIn'>;
  readonly mailer: Mailer;
  readonly publicUrl: URL;
  readonly now: () => number;
}

export function createConfirmationLinks(dependencies: Dependencies): ConfirmationLinks {
  const { db, accounts, throttle, mailer, now } = dependencies;
  const { origin } = dependencies.publicUrl;

  /** Only the hash of the secret is stored. */
  async function issue(email: string, of: { user: string } | { registration: string }): Promise<string> {
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

  return {
    async sendRegistration({ email, password, ...names }, { place, invitation }) {
      const allowed = await mailer.allow(email, place);
      if (!allowed.ok) return allowed;
      const registration = JSON.stringify({ ...names, password: await hashPassword(password) });
      mailer.send('registration', async () => {
        if ((await findUserByEmail(db, email)) !== null) return accountExistsEmail({ to: email, origin });
        const token = await issue(email, { registration });
        const next = invitation === undefined ? '' : `?from=${encodeURIComponent(`/join/${invitation}`)}`;
        return finishRegistrationEmail({ to: email, origin, path: `/confirm/${token}${next}` });
      });
      return refuse('email-to-confirm');
    },

    async createAccount(token, password, { place, browser, cookie }) {
      const link = await db
        .selectFrom('email_links')
        .selectAll()
        .where('token_hash', '=', hashOf(token))
        .where('user_id', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!link) return refuse('confirm-invalid');
      const { email } = link;
      const { password: hash, ...names } = registrationSchema.parse(JSON.parse(link.registration ?? ''));
      const attempt = await throttle.signIn({ email, place, cookie });
      if (!attempt.ok) return attempt;
      if (!(await verifyPassword(password, hash))) return refuse('password-wrong', { field: 'password' });
      await attempt.value.succeeded();
      // All registrations of this address end. Of two requests at once, only one finds a row to delete.
      const { numDeletedRows } = await db
        .deleteFrom('email_links')
        .where('email', '=', email)
        .where('user_id', 'is', null)
        .executeTakeFirst();
      if (numDeletedRows === 0n || (await findUserByEmail(db, email)) !== null) {
        return refuse('confirm-invalid');
      }
      const account = { id: newId(), email, emailVerified: true, ...names };
      const record = { ...account, createdAt: now(), password: hash, providers: [] };
      if (!(await insertNewAccount(db, record, now()))) return refuse('confirm-invalid');
      return accounts.signIn(email, password, { browser, cookie });
    },

    async sendConfirmation({ user }, typed, place) {
      const email = parseEmail(typed);
      if (!email.ok) return email;
      const to = email.value;
      const allowed = await mailer.allow(to, place);
      if (!allowed.ok) return allowed;
      mailer.send('confirmation', async () => {
        const owner = await findUserByEmail(db, to);
        if (owner !== null && owner !== user.id) return accountExistsEmail({ to, origin });
        const token = await issue(to, { user: user.id });
        return confirmEmailEmail({ to, origin, path: `/confirm-email/${token}` });
      });
      return refuse('email-to-confirm');
    },

    confirm: ({ user, session }, token, entry) =>
      db.transaction().execute(async (transaction) => {
        const link = await transaction
          .deleteFrom('email_links')
          .where('token_hash', '=', hashOf(token))
          .where('user_id', '=', user.id)
          .where('expires_at', '>', now())
          .returning('email')
          .executeTakeFirst();
        if (!link || !(await isSignedIn(transaction, session))) return refuse('confirm-invalid');
        const { email } = link;
        const owner = await findUserByEmail(transaction, email);
        if (owner !== null && owner !== user.id) return refuse('confirm-invalid');
        await saveEmail(transaction, user.id, { email, isVerified: true }, now());
        if (email !== user.email) await appendEntries(transaction, [entry]);
        // They were sent to the old address.
        await revokeResetLinks(transaction, user.id);
        await transaction.deleteFrom('email_links').where('user_id', '=', user.id).execute();
        return done({ ...user, email });
      }),
  };
}
