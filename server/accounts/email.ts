import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { readWords } from '../../words/read-words.ts';
import type { Language, Words } from '../../words/words.ts';
import { isPrivateHost } from '../address.ts';
import type { MailConfig } from '../config.ts';
import type { CreateLimit } from '../door/rate-limit.ts';

export const resetLinkMinutes = 30;

interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** In milliseconds: the library's own go up to ten minutes, for which a server that stops would wait. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** What it returns resolves when the mail server accepted the message, and rejects with its reason otherwise. */
export async function openSmtp({ smtpUrl, from }: MailConfig) {
  // Loaded only where email is set up, since it is large.
  const { createTransport } = await import('nodemailer');
  // With `smtp:`, the password and the links in emails must not go through the internet as plain text.
  const requireTLS = !isPrivateHost(smtpUrl.hostname.replace(/^\[|\]$/g, ''));
  const transport = createTransport(
    // SMTP_URL can override the timeouts and the TLS.
    { ...timeouts, requireTLS, url: smtpUrl.href, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return (message: EmailMessage): Promise<unknown> => transport.sendMail(message);
}

/** Messages to one email address within the window, requested from one network address and from all: strangers fill no mailbox by us. */
const FROM_ONE_PLACE = 5;
const FROM_ALL_PLACES = 20;
/** In milliseconds. */
const WINDOW = 900_000;

export type Mailer = ReturnType<typeof createMailer>;

/** Sends email that was requested by someone who may not be its recipient. Links in it begin with `origin`. */
export function createMailer({
  smtp,
  origin,
  log,
  createLimit,
}: {
  readonly smtp: Awaited<ReturnType<typeof openSmtp>>;
  readonly origin: string;
  readonly log: { error(details: object, message: string): void };
  readonly createLimit: CreateLimit;
}) {
  const byPlace = createLimit(FROM_ONE_PLACE, WINDOW);
  const byEmail = createLimit(FROM_ALL_PLACES, WINDOW);
  const pending = new Set<Promise<void>>();

  async function findAndSend(to: string, find: FindEmail): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const found = await find();
    if (found) await smtp(buildEmail(to, origin, found));
  }

  return {
    /** Counts a message to that address; call it before doing any work for it. */
    allow(email: string, place: string): Outcome<null> {
      const isAllowed = byPlace.add(JSON.stringify([email, place])) && byEmail.add(email);
      return isAllowed ? done(null) : refuse('too-many-requests');
    },

    /**
     * Sends after the HTTP response has left, so that neither its text nor its timing reveals whether there is anything to
     * send. `subject` names the email in the log if sending fails.
     */
    send(subject: keyof typeof emails, to: string, find: FindEmail): void {
      const sending = findAndSend(to, find)
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          log.error({ reason }, `The ${subject} email could not be sent.`);
        })
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },

    async close() {
      await Promise.all(pending);
    },
  };
}

/** How long the link in a confirmation email works, in hours. */
export const confirmationLinkHours = 24;

/** The texts of a message, in order. */
const emails = {
  registration: (t, origin) => ({
    subject: t('registration'),
    asked: t('registration-asked', { origin }),
    offer: t('registration-offer', { hours: confirmationLinkHours }),
    after: t('registration-after'),
  }),
  confirmation: (t, origin) => ({
    subject: t('confirmation'),
    asked: t('confirmation-asked', { origin }),
    offer: t('confirmation-offer', { hours: confirmationLinkHours }),
    after: t('confirmation-after'),
  }),
  'account exists': (t, origin) => ({
    subject: t('account-exists'),
    asked: t('account-exists-asked', { origin }),
    offer: t('account-exists-offer'),
    after: t('account-exists-after'),
  }),
  'password reset': (t, origin) => ({
    subject: t('password-reset'),
    asked: t('password-reset-asked', { origin }),
    offer: t('password-reset-offer', { minutes: resetLinkMinutes }),
    after: t('password-reset-after'),
  }),
} satisfies Record<string, (t: Words<'mail'>, origin: string) => Record<string, string>>;

/** What to send, where its link leads, and the language of its reader; null for nothing. */
type FindEmail = () => Promise<
  readonly [about: keyof typeof emails, path: string, language: Language] | null
>;

/** `origin`: the address of this Lineup, such as https://board.example.com. */
function buildEmail(
  to: string,
  origin: string,
  [about, path, language]: NonNullable<Awaited<ReturnType<FindEmail>>>,
): EmailMessage {
  const { subject, asked, offer, after } = emails[about](readWords(language, 'mail'), origin);
  const link = origin + path;
  const paragraphs = [asked, offer, link, after];
  const html = paragraphs.map((text) => `<p>${text === link ? `<a href="${link}">${link}</a>` : text}</p>\n`);
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<html lang="${language}"><body>\n${html.join('')}</body></html>\n`,
  };
}
