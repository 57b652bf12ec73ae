import { isPrivateHost } from '../address.ts';
import type { MailConfig } from '../config.ts';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Smtp {
  /** Resolves when the mail server accepted the message; rejects with its reason otherwise. */
  send(message: EmailMessage): Promise<void>;
}

/** In milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export async function openSmtp({ smtpUrl, from }: MailConfig): Promise<Smtp> {
  // Loaded only where email is set up, since it is large.
  const { createTransport } = await import('nodemailer');
  // With `smtp:`, the password and the links in emails must not go through the internet as plain text.
  const requireTLS = !isPrivateHost(smtpUrl.hostname.replace(/^\[|\]$/g, ''));
  const transport = createTransport(
    // SMTP_URL can override the first two.
    { ...timeouts, requireTLS, url: smtpUrl.href, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}
