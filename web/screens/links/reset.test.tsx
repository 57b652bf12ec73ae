import { onTestFinished } from 'vitest';
import { startOwnServer } from '../../../test/page/own-server.ts';
import { answered, expect, password, register, Session, test } from '../../../test/page/restaurant.ts';
import { openMailbox } from '../../../test/servers/mailbox.ts';
import { linkFor } from '../../../test/servers/reset-link.ts';

const sentLink =
  /^If there’s an account for .*, we sent it a reset link\. The link works once and expires in 30 minutes\.$/;

test('a password reset link comes by email, works once, and leaves nothing in the history', async ({
  page,
}) => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const server = await startOwnServer((address) => ({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Lineup <lineup@example.com>',
    PUBLIC_URL: address,
  }));
  onTestFinished(() => server.stop());
  /** Its path: a page here has another address. */
  const linkIn = ({ text }: { text: string }, place: string) =>
    new RegExp(`${server.address}(/${place}/[\\w-]+)`).exec(text)?.[1] ?? '';
  await page.handTo(new Session(server.address));
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
  await page.goto(linkIn(await mailbox.next(), 'confirm'));
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
  for (const typed of ['nobody@example.com', ` ${email.toUpperCase()} `]) {
    await address.fill(typed);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(page.getByRole('status').filter({ hasText: typed.trim() })).toHaveText(sentLink);
  }
  const letter = await mailbox.next();
  expect(letter.to).toEqual([email]);
  const link = linkIn(letter, 'reset');

  await page.goto(link);
  const next = page.getByLabel('New Password');
  const again = page.getByLabel('Confirm Password');
  await expect(page.getByText('At least 8 characters.')).toBeVisible();
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
  await expect(page).not.toHaveURL(/\?reset=done$/);
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
});

test('without email, an administrator creates the reset link', async ({ page, server }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await page.goto('/forgot');
  await expect(
    page.getByText('Lineup can’t send email yet. Ask your manager or Lineup administrator for a reset link.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(heading, 'no field had the focus and went').not.toBeFocused();

  const token = await linkFor(server, email);
  await page.goto(`/reset/${token}`);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL('/login?reset=done');
});
