import { StartProblem } from './start-problem.ts';

export interface MailConfig {
  readonly smtpUrl: URL;
  /** The sender, such as 'Lineup <lineup@example.com>'. */
  readonly from: string;
}

/** The names of ONCE count where our own are not set. The address may contain a password, so no sentence repeats it. */
export function parseMail(given: (name: string) => string | null, publicUrl: URL | null): MailConfig | null {
  const name = given('SMTP_URL') === null ? 'SMTP_ADDRESS' : 'SMTP_URL';
  const address = given('SMTP_URL') ?? addressOfParts(given);
  const from = given('MAIL_FROM') ?? given('MAILER_FROM_ADDRESS');
  if (address === null) {
    if (given('MAIL_FROM') === null) return null;
    throw new StartProblem('MAIL_FROM is set, but SMTP_URL is not. Set both to send email.');
  }
  const smtpUrl = URL.parse(address);
  if (!smtpUrl || !/^smtps?:$/.test(smtpUrl.protocol) || smtpUrl.hostname === '') {
    throw new StartProblem(
      `${name} is set, but must be ${name === 'SMTP_URL' ? 'an address such as smtps://name:password@mail.example.com' : 'a host, with a number as SMTP_PORT'}.`,
    );
  }
  if (
    from === null ||
    !/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from) ||
    /</.test(from) !== />$/.test(from)
  ) {
    throw new StartProblem(
      `MAIL_FROM is “${from ?? ''}”, but must be the sender of email, such as lineup@example.com, where ${name} is set.`,
    );
  }
  if (publicUrl === null) {
    throw new StartProblem(`${name} is set, but PUBLIC_URL is not. Links in emails start with it.`);
  }
  return { smtpUrl, from };
}

/** Port 465 is for TLS from the start. */
function addressOfParts(given: (name: string) => string | null): string | null {
  const host = given('SMTP_ADDRESS');
  if (host === null) return null;
  const [port, name, password] = ['SMTP_PORT', 'SMTP_USERNAME', 'SMTP_PASSWORD'].map((part) =>
    encodeURIComponent(given(part) ?? ''),
  );
  const login = name === '' ? '' : `${name}:${password}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}${port === '' ? '' : `:${port}`}`;
}
