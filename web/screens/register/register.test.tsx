import { onTestFinished } from 'vitest';
import { startOwnServer } from '../../../test/page/own-server.ts';
import { expect, password, Session, test } from '../../../test/page/restaurant.ts';

test('with invite-only registration, the form appears only with an invite link', async ({ page }) => {
  const server = await startOwnServer(() => ({ REGISTRATION: 'invited' }));
  onTestFinished(() => server.stop());
  await page.handTo(new Session(server.address));
  await page.goto('/register');
  await expect(
    page.getByText('You need an invite link to register. Ask your manager for one.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto('/join/a-link-that-has-ended');
  await page.getByLabel('First Name').fill('Bo');
  await page.getByLabel('Last Name').fill('Sample');
  await page.getByLabel('Email').fill('bo@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText(/invite link/);
});
