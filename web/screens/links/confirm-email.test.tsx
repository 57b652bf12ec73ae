import { onTestFinished } from 'vitest';
import { startOwnServer } from '../../../test/page/own-server.ts';
import { expect, register, Session, test } from '../../../test/page/restaurant.ts';
import { openMailbox } from '../../../test/servers/mailbox.ts';

test('[OA61] confirming an address for the first time says what else ends', async ({ page }) => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  let mail = {};
  const server = await startOwnServer(() => mail);
  onTestFinished(() => server.stop());
  await page.handTo(new Session(server.address));
  await register(page.context());
  mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Lineup <lineup@example.com>', PUBLIC_URL: server.address };
  await server.kill();
  await server.start();

  const ends = page.getByText(/^This also removes passkeys, API tokens, and the authenticator app/);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  const link = /\/confirm-email\/[\w-]+/.exec((await mailbox.next()).text)?.[0] ?? '';
  await page.goto(link);
  await expect(ends).toBeVisible();
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page).toHaveURL('/account');
  await page.goto('/confirm-email/another');
  await expect(page.getByRole('button', { name: 'Confirm Email' })).toBeVisible();
  await expect(ends).toHaveCount(0);
});
