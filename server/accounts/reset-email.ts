import { done, type Outcome } from '../../domain/problem/problem.ts';
import { parseEmail } from './email-address.ts';
import { resetPasswordEmail } from './email-texts.ts';
import type { Mailer } from './mailer.ts';
import { issueResetLink, resetLinkPath } from './reset-links.ts';
import type { AccountDatabase } from './schema.ts';

/** Sends a reset link. Answers before the account is looked up, so that neither text nor timing reveals whether it exists. */
export type SendResetEmail = (email: string, place: string) => Promise<Outcome<null>>;

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
