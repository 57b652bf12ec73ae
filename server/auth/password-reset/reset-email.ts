import { done, type Outcome } from '../../../domain/problem/problem.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { readEmail } from '../email/email-address.ts';
import type { Letter } from '../email/smtp.ts';
import { issueReset, resetMinutes, resetPath } from './reset-links.ts';
import { letterOf, type Post } from '../email/mailer.ts';

export interface ResetMail {
  /** Answers before it is looked up whether there is such an account, so that neither words nor time tell. */
  ask(email: string, place: string): Outcome<null>;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly post: Post;
  /** Where the link leads. It is never taken from a request: whoever asks could forge it, and get the link's secret. */
  readonly publicUrl: URL;
  readonly now: () => number;
}

export function createResetMail({ db, post, publicUrl: { origin }, now }: Parts): ResetMail {
  async function write(email: string): Promise<Letter | null> {
    const token = await issueReset(db, { email, way: 'mailed', now: now() });
    return token === null ? null : letterTo(email, origin, resetPath(token));
  }

  return {
    ask(typed, place) {
      const email = readEmail(typed);
      if (!email.ok) return email;
      const allowed = post.allow(email.value, place);
      if (!allowed.ok) return allowed;
      post.send('for a new password', () => write(email.value));
      return done(null);
    },
  };
}

const letterTo = (to: string, origin: string, path: string): Letter =>
  letterOf(to, 'Reset your Lineup password', {
    before: [
      `Someone, probably you, asked to reset the password of your Lineup account at ${origin}.`,
      `Choose a new one with this link. It works once, for ${resetMinutes} minutes:`,
    ],
    link: origin + path,
    after: 'If you did not ask for this, ignore this email. Your password stays the same.',
  });
