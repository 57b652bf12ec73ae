import { openAccount, register } from '../../contract/account.ts';
import { freePort } from './free-port.ts';
import type { Mailbox } from './mailbox.ts';
import { person, type Visitor, visit } from './running-server.ts';

/** What the operator sets so that email leaves. `host` is where people find the server. */
export async function mailSettings(smtpUrl: string, host = '127.0.0.1') {
  const PORT = String(await freePort());
  const MAIL_FROM = 'Lineup <lineup@example.com>';
  return { SMTP_URL: smtpUrl, MAIL_FROM, PUBLIC_URL: `http://${host}:${PORT}`, PORT };
}

/** The secret of the link in a letter, such as one to /reset. */
export const tokenIn = (text: string, path: string): string =>
  new RegExp(`/${path}/([\\w-]{43})`).exec(text)?.[1] ?? '';

/** A new person on a server that confirms addresses by email, who has opened the link. */
export async function newcomerByMail(address: string, mailbox: Mailbox, name: string): Promise<Visitor> {
  const visitor = visit(address);
  const form = person(name);
  await visitor.call(register, { body: form });
  const token = tokenIn((await mailbox.next()).text, 'confirm');
  const opened = await visitor.call(openAccount, { body: { token, password: form.password } });
  if (opened.status !== 200) throw new Error(opened.text);
  return visitor;
}
