import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openMailbox } from '../../test/servers/mailbox.ts';
import { createRateLimit } from '../door/rate-limit.ts';
import { createMailer, openSmtp } from './email.ts';

test('email is sent as plain text only within a private network, or if SMTP_URL says so', async () => {
  const mailbox = await openMailbox();
  const { port } = new URL(mailbox.url);
  const send = async (address: string) => {
    const smtp = await openSmtp({
      origin: 'https://lineup.example.com',
      smtpUrl: new URL(address),
      from: 'lineup@example.com',
    });
    await smtp({ to: 'ana@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' });
  };
  // The same mail server at an address that isn't one of a private network.
  const elsewhere = `smtp://[::ffff:127.0.0.1]:${port}`;
  await expect(send(elsewhere)).rejects.toThrow('STARTTLS');
  expect(mailbox.count).toBe(0);
  await send(`${elsewhere}?requireTLS=false`);
  await send(`smtp://127.0.0.1:${port}`);
  expect(mailbox.count).toBe(2);
  await mailbox.close();
});

test('[OA8] an answer leaves before it is looked up whether there is anything to send', async () => {
  let isLookedUp = false;
  const mailer = createMailer({
    smtp: async () => {},
    origin: 'https://lineup.example.com',
    log: { error: () => {} },
    createLimit: (most) => createRateLimit(most, () => 0),
  });
  mailer.send('password reset', 'ana@example.com', async () => {
    isLookedUp = true;
    return null;
  });
  await new Promise((resolve) => process.nextTick(resolve));
  expect(isLookedUp).toBe(false);
  await mailer.close();
  expect(isLookedUp).toBe(true);
});

test('a mail server that says nothing is given up after ten seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const smtp = await openSmtp({
    origin: 'https://lineup.example.com',
    smtpUrl: new URL(`smtp://127.0.0.1:${port}`),
    from: 'lineup@example.com',
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const connected = once(silent, 'connection');
    const sending = smtp({ to: 'ana@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' });
    const failed = expect(sending).rejects.toThrow('Greeting never received');
    const [socket] = await connected;
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(10_000);
    socket.destroy();
    await failed;
  } finally {
    vi.useRealTimers();
    silent.close();
  }
});
