import { StartProblem } from './start-problem.ts';

export interface MailConfig {
  readonly smtpUrl: URL;
  /** The sender, such as 'Lineup <lineup@example.com>'. */
  readonly from: string;
}

/** The address may contain a password, so no sentence repeats it. */
export function parseMail(
  address: string | null,
  from: string | null,
  publicUrl: URL | null,
): MailConfig | null {
  if (address === null) {
    if (from === null) return null;
    throw new StartProblem('MAIL_FROM is set, but SMTP_URL is not. Set both to send email.');
  }
  const smtpUrl = URL.parse(address);
  if (!smtpUrl || !/^smtps?:$/.test(smtpUrl.protocol) || smtpUrl.hostname === '') {
    throw new StartProblem(
      'SMTP_URL is set, but must be an address such as smtps://name:password@mail.example.com.',
    );
  }
  if (
    from === null ||
    !/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from) ||
    /</.test(from) !== />$/.test(from)
  ) {
    throw new StartProblem(
      `MAIL_FROM is “${from ?? ''}”, but must be the sender of email, such as lineup@example.com, where SMTP_URL is set.`,
    );
  }
  if (publicUrl === null) {
    throw new StartProblem('SMTP_URL is set, but PUBLIC_URL is not. Links in emails start with it.');
  }
  return { smtpUrl, from };
}
