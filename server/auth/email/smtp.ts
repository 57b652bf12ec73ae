import type { MailConfig } from '../../mail-config.ts';

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

/** In milliseconds; SMTP_URL can override them. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export async function openSmtp({ smtpUrl, from }: MailConfig): Promise<Smtp> {
  // Loaded only where email is set up, since it is large.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    { ...timeouts, url: smtpUrl.href, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}
