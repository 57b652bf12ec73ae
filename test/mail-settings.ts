import { freePort } from './running-server.ts';

/** What the operator sets so that email leaves. `host` is where people find the server. */
export async function mailSettings(smtpUrl: string, host = '127.0.0.1') {
  const PORT = String(await freePort());
  const MAIL_FROM = 'Lineup <lineup@example.com>';
  return { SMTP_URL: smtpUrl, MAIL_FROM, PUBLIC_URL: `http://${host}:${PORT}`, PORT };
}
