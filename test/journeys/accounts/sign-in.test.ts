import { expect } from '@playwright/test';
import { openMailbox } from '../../servers/mailbox.ts';
import { startServer } from '../lineup-server.ts';
import { answered, look } from '../look.ts';
import { password, test } from '../restaurant.ts';

test('[AX15] the pages of a registration and a password reset by email', async ({ browser }) => {
  const mailbox = await openMailbox();
  let registration = 'open';
  const server = await startServer({
    env: (address) => ({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Lineup <lineup@example.com>',
      PUBLIC_URL: address,
      REGISTRATION: registration,
    }),
  });
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  await page.goto('/register');
  await page.getByLabel('First Name').fill('Ana');
  await page.getByLabel('Last Name').fill('Sample');
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send Again' }).click();
  await expect(page.getByText('Email sent again.')).toBeVisible();
  await look(page, '/register, waiting for the email');
  const confirm = /http:\/\/[^\s"<>]+\/confirm\/[\w-]+/.exec((await mailbox.next()).text)?.[0] ?? '';
  await page.goto(confirm);
  await expect(page.getByLabel('Password')).toBeVisible();
  await look(page, '/confirm');

  await page.goto('/login');
  const address = page.getByLabel('Email');
  await address.fill('ana@example.com');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot');
  await expect(address).toHaveValue('ana@example.com');
  await address.fill('');
  await address.press('Enter');
  await answered(page);
  await expect(address).toHaveAccessibleDescription(/Enter an email address\./);
  await look(page, '/forgot with a problem');
  await address.fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'nobody@example.com' })).toBeVisible();
  await look(page, '/forgot with its answer');
  await page.goto('/reset/a-link');
  await expect(page.getByText('At least 8 characters.')).toBeVisible();
  await look(page, '/reset');

  registration = 'invited';
  await server.kill();
  await server.start();
  await page.goto('/register');
  await expect(page.getByText('You need an invite link to register.')).toBeVisible();
  await look(page, '/register for the invited');
  await context.close();
  await server.stop();
  await mailbox.close();
});
