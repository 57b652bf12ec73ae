import * as z from 'zod/mini';
import type { User } from '../../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { newId } from '../../id.ts';
import { insertAccounts } from '../account/account-records.ts';
import type { Accounts, Caller, RegisterForm, SecondFactorPending, SignedIn } from '../account/accounts.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { hashPassword, verifyPassword } from '../password/password-hashing.ts';
import { revokeResetLinks } from '../password/stored-password.ts';
import { hashOf, newSecret } from '../random-secret.ts';
import { isSignedIn } from '../sessions.ts';
import type { Attempts, Trying } from '../throttle/sign-in-throttle.ts';
import { findUserByEmail, parseEmail } from './email-address.ts';
import { buildEmail, type Post } from './mailer.ts';
import type { Letter } from './smtp.ts';

/** How long a link works, in hours. */
const HOURS = 24;
const purpose = 'to confirm an address';

/** The rest of an account that is there once its address is confirmed. */
const pending = z.strictObject({ firstName: z.string(), lastName: z.string(), password: z.string() });

/** Links that prove an address: whoever opens one reads the email that goes there. */
export interface ConfirmationLinks {
  /**
   * Sends a link that opens the account; the form was looked at already. An address that has an account gets a letter
   * that says so instead. The answer is the same after the same work, so that it tells of nobody.
   */
  register(
    form: RegisterForm,
    asked: { place: string; invitation: string | undefined },
  ): Promise<Outcome<never>>;
  /**
   * Opens the account and signs in. The password shows that it is who registered: whoever owns the address must not open
   * an account for somebody else by following a link in an email.
   */
  open(
    token: string,
    password: string,
    from: { place: string; browser: string; cookie: string | undefined },
  ): Promise<Outcome<SignedIn | SecondFactorPending>>;
  /** Sends a link by which the caller's address becomes this one, or is proved when it is that already. */
  ask(caller: Caller, email: string, place: string): Outcome<never>;
  /** The address of the link is the caller's from now on. */
  confirm(caller: Caller, token: string): Promise<Outcome<User>>;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly accounts: Pick<Accounts, 'signIn'>;
  readonly attempts: Pick<Attempts, 'signIn'>;
  readonly post: Post;
  readonly publicUrl: URL;
  readonly now: () => number;
}

export function createConfirmationLinks({
  db,
  accounts,
  attempts,
  post,
  publicUrl,
  now,
}: Parts): ConfirmationLinks {
  const { origin } = publicUrl;
  /** Only the link's hash is kept. */
  async function issue(email: string, of: { user: string } | { registration: string }): Promise<string> {
    const token = newSecret();
    const row = {
      token_hash: hashOf(token),
      user_id: 'user' in of ? of.user : null,
      email,
      registration: 'registration' in of ? of.registration : null,
      expires_at: now() + HOURS * 3_600_000,
    };
    await db.insertInto('email_links').values(row).execute();
    return token;
  }

  return {
    async register({ email, password, ...names }, { place, invitation }) {
      const allowed = post.allow(email, place);
      if (!allowed.ok) return allowed;
      const registration = JSON.stringify({ ...names, password: await hashPassword(password) });
      post.send(purpose, async () => {
        if ((await findUserByEmail(db, email)) !== null) return knownLetter(email, origin);
        const token = await issue(email, { registration });
        const goesOn = invitation === undefined ? '' : `?from=${encodeURIComponent(`/join/${invitation}`)}`;
        return welcomeLetter(email, origin, `/confirm/${token}${goesOn}`);
      });
      return refuse('email-to-confirm');
    },

    async open(token, password, { place, browser, cookie }) {
      const link = await db
        .selectFrom('email_links')
        .selectAll()
        .where('token_hash', '=', hashOf(token))
        .where('user_id', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!link) return refuse('confirm-invalid');
      const { password: hash, ...names } = pending.parse(JSON.parse(link.registration ?? ''));
      const trying: Trying = { email: link.email, place, cookie };
      const attempt = await attempts.signIn(trying);
      if (!attempt.ok) return attempt;
      if (!(await verifyPassword(password, hash))) return refuse('password-wrong', { field: 'password' });
      await attempt.value.succeeded();
      // All links to open an account with this address; one of two who come at once finds none.
      const used = await db
        .deleteFrom('email_links')
        .where('email', '=', link.email)
        .where('user_id', 'is', null)
        .executeTakeFirst();
      if (used.numDeletedRows === 0n || (await findUserByEmail(db, link.email)) !== null) {
        return refuse('confirm-invalid');
      }
      const account = { id: newId(), email: link.email, emailVerified: true, ...names };
      await insertAccounts(db, [{ ...account, createdAt: now(), password: hash, providers: [] }], now());
      return accounts.signIn(link.email, password, { browser, cookie });
    },

    ask({ user }, typed, place) {
      const email = parseEmail(typed);
      if (!email.ok) return email;
      const allowed = post.allow(email.value, place);
      if (!allowed.ok) return allowed;
      post.send(purpose, async () => {
        const owner = await findUserByEmail(db, email.value);
        if (owner !== null && owner !== user.id) return knownLetter(email.value, origin);
        const token = await issue(email.value, { user: user.id });
        return confirmLetter(email.value, origin, `/confirm-email/${token}`);
      });
      return refuse('email-to-confirm');
    },

    confirm: ({ user, session }, token) =>
      db.transaction().execute(async (transaction) => {
        const used = await transaction
          .deleteFrom('email_links')
          .where('token_hash', '=', hashOf(token))
          .where('user_id', '=', user.id)
          .where('expires_at', '>', now())
          .returning('email')
          .executeTakeFirst();
        if (!used || !(await isSignedIn(transaction, session))) return refuse('confirm-invalid');
        const { email } = used;
        const owner = await findUserByEmail(transaction, email);
        if (owner !== null && owner !== user.id) return refuse('confirm-invalid');
        await transaction
          .updateTable('user')
          .set({ email, emailVerified: 1, updatedAt: new Date(now()).toISOString() })
          .where('id', '=', user.id)
          .execute();
        // They went to the old address.
        await revokeResetLinks(transaction, user.id);
        await transaction.deleteFrom('email_links').where('user_id', '=', user.id).execute();
        return done({ ...user, email });
      }),
  };
}

const ignore = 'If it wasn’t you, ignore this email. Nothing happens unless the link is used.';

const welcomeLetter = (to: string, origin: string, path: string): Letter =>
  buildEmail(to, 'Finish creating your Lineup account', {
    before: [
      `Someone, probably you, registered at ${origin} with this email address.`,
      `To open the account, follow this link and enter the password you chose. It works for ${HOURS} hours:`,
    ],
    link: origin + path,
    after: ignore,
  });

const confirmLetter = (to: string, origin: string, path: string): Letter =>
  buildEmail(to, 'Confirm your email for Lineup', {
    before: [
      `Someone, probably you, wants to use this email address for their account at ${origin}.`,
      `To confirm it, follow this link while you’re signed in. It works for ${HOURS} hours:`,
    ],
    link: origin + path,
    after: ignore,
  });

const knownLetter = (to: string, origin: string): Letter =>
  buildEmail(to, 'You already have a Lineup account', {
    before: [
      `Someone, maybe you, tried to use this email address for a new account at ${origin}. It already has one.`,
      'If it was you, sign in. If you forgot your password, you can choose a new one here:',
    ],
    link: `${origin}/forgot`,
    after: 'If it wasn’t you, you don’t need to do anything. Nobody got into your account.',
  });
