import { expect } from '@playwright/test';
import { openMailbox } from '../../servers/mailbox.ts';
import { linkFor } from '../../servers/reset-link.ts';
import { startServer } from '../lineup-server.ts';
import { answered, look } from '../look.ts';
import { password, register, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const sentLink =
  /^If there’s an account for .*, we sent it a reset link\. The link works once and expires in 30 minutes\.$/;

test('a password reset link comes by email, works once, and leaves nothing in the history', async ({
  browser,
}) => {
  const mailbox = await openMailbox();
  const server = await startServer({
    env: (address) => ({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Lineup <lineup@example.com>',
      PUBLIC_URL: address,
    }),
  });
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  const email = 'ana@example.com';
  await page.goto('/register');
  await page.getByLabel('First Name').fill('Ana');
  await page.getByLabel('Last Name').fill('Sample');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await mailbox.next();
  await page.getByRole('button', { name: 'Send Again' }).click();
  await expect(page.getByText('Email sent again.')).toBeVisible();
  await look(page, '/register, waiting for the email');
  const confirm = /http:\/\/[^\s"<>]+\/confirm\/[\w-]+/.exec((await mailbox.next()).text)?.[0] ?? '';
  await page.goto(confirm);
  await look(page, '/confirm');
  await page.getByLabel('Password').fill('a guess');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/password/i);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/start');
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const address = page.getByLabel('Email');
  await expect(address).toBeFocused();

  for (const typed of ['', '   ', 'no address', '<img src=x>', `${'x'.repeat(900)}@`]) {
    await address.fill(typed);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(address).toHaveAccessibleDescription(/Enter an email address\./);
    await expect(address).toHaveValue(typed.trim());
  }
  await look(page, '/forgot with a problem');
  for (const typed of ['nobody@example.com', ` ${email.toUpperCase()} `]) {
    await address.fill(typed);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(page.getByRole('status').filter({ hasText: typed.trim() })).toHaveText(sentLink);
  }
  await look(page, '/forgot with its answer');
  const letter = await mailbox.next();
  expect(letter.to).toEqual([email]);
  const link = /http:\/\/[^\s"<>]+\/reset\/[\w-]+/.exec(letter.text)?.[0] ?? '';

  await page.goto(link);
  const next = page.getByLabel('New Password');
  const again = page.getByLabel('Confirm Password');
  await expect(page.getByText('At least 8 characters.')).toBeVisible();
  await look(page, '/reset');
  await next.fill('🔑');
  await again.fill('other');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(again).toHaveAccessibleDescription('Passwords do not match.');
  await again.fill('🔑');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(next).toHaveAccessibleDescription(/Password should be at least 8 characters/);
  await next.fill('كلمة سر جديدة');
  await again.fill('كلمة سر جديدة');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByText('Your password was changed. Sign in with the new one.')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/reset\/./);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('كلمة سر جديدة');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page).toHaveURL('/start');

  await page.goto(link);
  await next.fill('another password');
  await again.fill('another password');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByRole('alert')).toHaveText('This link no longer works. Request a new one.');
  await expect(page.getByRole('link', { name: 'Request a New Link' })).toHaveAttribute('href', '/forgot');
  await context.close();
  await server.stop();
  await mailbox.close();
});

test('without email, an administrator creates the reset link', async ({ page, server }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await page.goto('/forgot');
  await expect(
    page.getByText('Lineup can’t send email yet. Ask your manager or Lineup administrator for a reset link.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await expect(page.getByRole('heading'), 'no field had the focus and went').not.toBeFocused();
  await look(page, '/forgot without email');

  const token = await linkFor(server, email);
  await page.goto(`/reset/${token}`);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL('/login?reset=done');
});

test('[OA12] [OA35] with invite-only registration, the form appears only with an invite link', async ({
  browser,
}) => {
  const server = await startServer({ env: () => ({ REGISTRATION: 'invited' }) });
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  await page.goto('/register');
  await expect(
    page.getByText('You need an invite link to register. Ask your manager for one.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await look(page, '/register for the invited');
  await page.goto('/join/a-link-that-has-ended');
  await page.getByLabel('First Name').fill('Bo');
  await page.getByLabel('Last Name').fill('Sample');
  await page.getByLabel('Email').fill('bo@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText(/invite link/);
  await context.close();
  await server.stop();
});
