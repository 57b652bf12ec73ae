import type { MailConfig } from '../../config.ts';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** Resolves when the mail server took it; rejects with why it did not. */
  send(letter: Letter): Promise<void>;
}

/** In milliseconds, for each step of the talk with the mail server; SMTP_URL may say otherwise. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export async function openSmtp({ smtpUrl, from }: MailConfig): Promise<Mail> {
  // Only where email is set up: it is not small.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    { ...patience, url: smtpUrl.href, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return {
    async send(letter) {
      await transport.sendMail(letter);
    },
  };
}
