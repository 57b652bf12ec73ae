import { expect } from '@playwright/test';
import { codeOf } from '../../servers/authenticators.ts';
import { look } from '../look.ts';
import { createTeam, password, register, remember, signOutAt, test } from '../restaurant.ts';

test('the dialogs of an account, its backup codes on paper, and the second step of signing in', async ({
  page,
  browser,
}) => {
  const { email } = await register(page.context());
  const made = await createTeam(page.context());
  await remember(page, made);
  for (let count = 0; count < 6; count++) {
    const { request } = await browser.newContext();
    await request.post('/api/auth/sign-in', { data: { email, password } });
  }
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Names' }).click();
  await page.getByLabel('First Name').fill('ليلى 🍟');
  await page.getByLabel('Last Name').fill('<i>o’Neil</i>');
  await look(page, 'the dialog of names');
  await page.keyboard.press('Enter');
  await expect(page.locator('dd').getByText('<i>o’Neil</i>')).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current Password').fill('wrong');
  await page.getByLabel('New Password').fill('a better password');
  await page.getByLabel('Confirm Password').fill('a better password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That password is incorrect.')).toBeVisible();
  await look(page, 'the dialog of passwords');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await look(page, 'asking before signing out elsewhere');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set Up App' }).click();
  const proof = page.getByLabel('Your password');
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await look(page, 'the QR code');
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('lineup-backup-codes.txt');
  await look(page, 'the backup codes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('pre')).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'New Token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('تقرير <b>sales</b>');
  await look(page, 'a new token');
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Token', { exact: true })).toBeFocused();
  await look(page, 'the secret of a token');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Read only, /)).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Account Activity' }).getByText('Authenticator app set up'),
  ).toBeVisible();
  await look(page, '/account with a token, devices and activity');
  await page.getByRole('button', { name: 'Delete account' }).first().click();
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await look(page, 'an account that cannot be deleted');

  await page.goto('/team/security');
  const box = page.getByRole('checkbox', { name: 'Require an authenticator app for managers' });
  await box.click();
  await expect(box).toBeChecked();
  await page.reload();
  const rows = page.getByRole('table', { name: 'Security Log' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Authenticator app required for managers');
  await look(page, 'the security of a team');

  await signOutAt(page);
  await page.goto('/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await look(page, 'the second step');
});
