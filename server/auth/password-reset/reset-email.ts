import { done, type Outcome } from '../../../domain/problem/problem.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { parseEmail } from '../email/email-address.ts';
import { buildEmail, type Post } from '../email/mailer.ts';
import type { Letter } from '../email/smtp.ts';
import { issueResetLink, resetLinkMinutes, resetLinkPath } from './reset-links.ts';

export interface ResetEmail {
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

export function createResetEmail({ db, post, publicUrl: { origin }, now }: Parts): ResetEmail {
  async function write(email: string): Promise<Letter | null> {
    const token = await issueResetLink(db, { email, way: 'mailed', now: now() });
    return token === null ? null : letterTo(email, origin, resetLinkPath(token));
  }

  return {
    ask(typed, place) {
      const email = parseEmail(typed);
      if (!email.ok) return email;
      const allowed = post.allow(email.value, place);
      if (!allowed.ok) return allowed;
      post.send('for a new password', () => write(email.value));
      return done(null);
    },
  };
}

const letterTo = (to: string, origin: string, path: string): Letter =>
  buildEmail(to, 'Reset your Lineup password', {
    before: [
      `Someone, probably you, asked to reset the password of your Lineup account at ${origin}.`,
      `Choose a new one with this link. It works once, for ${resetLinkMinutes} minutes:`,
    ],
    link: origin + path,
    after: 'If you did not ask for this, ignore this email. Your password stays the same.',
  });
