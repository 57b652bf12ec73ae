import { resetLinkMinutes } from './reset-links.ts';
import type { EmailMessage } from './smtp.ts';

/** How long the link in a confirmation email works, in hours. */
export const confirmationLinkHours = 24;

interface LinkEmail {
  readonly to: string;
  /** The address of this Lineup, such as https://board.example.com. */
  readonly origin: string;
  /** Where the link leads there. */
  readonly path: string;
}

export const finishRegistrationEmail = ({ to, origin, path }: LinkEmail): EmailMessage =>
  buildEmail(to, 'Finish creating your Lineup account', {
    before: [
      `Thanks for signing up for Lineup at ${origin}.`,
      `To create your account, open this link and enter the password you chose. The link expires in ${confirmationLinkHours} hours.`,
    ],
    link: origin + path,
    after: 'If you didn’t sign up, you can ignore this email. No account is created unless the link is used.',
  });

export const confirmEmailEmail = ({ to, origin, path }: LinkEmail): EmailMessage =>
  buildEmail(to, 'Confirm your email for Lineup', {
    before: [
      `We received a request to use this email for a Lineup account at ${origin}.`,
      `To confirm it, open this link while you’re signed in. The link expires in ${confirmationLinkHours} hours.`,
    ],
    link: origin + path,
    after: 'If this wasn’t you, you can ignore this email. Nothing changes unless the link is used.',
  });

export const accountExistsEmail = ({ to, origin }: Omit<LinkEmail, 'path'>): EmailMessage =>
  buildEmail(to, 'You already have a Lineup account', {
    before: [
      `We received a request to use this email for a Lineup account at ${origin}, but it already has one.`,
      'If this was you, sign in. If you forgot your password, you can reset it here:',
    ],
    link: `${origin}/forgot`,
    after: 'If this wasn’t you, you don’t need to do anything. Nobody has accessed your account.',
  });

export const resetPasswordEmail = ({ to, origin, path }: LinkEmail): EmailMessage =>
  buildEmail(to, 'Reset your Lineup password', {
    before: [
      `We received a request to reset the password of your Lineup account at ${origin}.`,
      `To choose a new password, open this link. It works once and expires in ${resetLinkMinutes} minutes.`,
    ],
    link: origin + path,
    after: 'If this wasn’t you, you can ignore this email. Your password won’t change.',
  });

function buildEmail(
  to: string,
  subject: string,
  { before, link, after }: { before: readonly string[]; link: string; after: string },
): EmailMessage {
  const paragraphs = [...before, link, after];
  const html = paragraphs.map((text) => `<p>${text === link ? `<a href="${link}">${link}</a>` : text}</p>\n`);
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: html.join('') };
}
