import { expect, type Locator } from '@playwright/test';
import { answered, look } from '../look.ts';
import { createTeam, password, register, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

test('changing names, email and password; errors appear at their field and keep what was typed', async ({
  page,
  browser,
  server,
}) => {
  const { email } = await register(page.context());
  const taken = await register(await browser.newContext({ baseURL: server.address }));
  const elsewhere = await (await browser.newContext({ baseURL: server.address })).newPage();
  await elsewhere.goto('/account');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

  await page.goto('/account');
  const edit = page.getByRole('button', { name: 'Edit Names' });
  await edit.press('Enter');
  const [first, last] = [page.getByLabel('First Name'), page.getByLabel('Last Name')];
  await expect(first).toBeFocused();
  await expectRefused(first, [
    ['', 'Invalid first name or last name.'],
    [' \t ', 'Invalid first name or last name.'],
    ['x'.repeat(10_000), 'That name is too long. Use 100 characters or fewer.'],
  ]);
  await first.fill('ليلى 🍟');
  await last.fill('<i>o’Neil</i>');
  await look(page, 'the dialog of names');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.locator('dd').getByText('ليلى 🍟')).toBeVisible();
  await expect(page.locator('dd').getByText('<i>o’Neil</i>')).toBeVisible();
  await expect(edit).toBeFocused();
  await expect(elsewhere.locator('dd').getByText('ليلى 🍟')).toBeVisible();

  await page.getByRole('button', { name: 'Change Email' }).click();
  const [address, proof] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Your password')];
  await expectRefused(address, [
    ['', 'Enter an email address.'],
    ['🍟', 'Enter an email address.'],
    [`${'x'.repeat(900)}@example.com`, 'Enter an email address.'],
  ]);
  await address.fill(taken.email);
  await expectRefused(proof, [
    ['', 'That password is incorrect.'],
    ['wrong', 'That password is incorrect.'],
  ]);
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(address).toHaveAccessibleDescription(/That email address already has an account/);
  await address.fill(`new.${email}`);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.locator('dd').getByText(`new.${email}`)).toBeVisible();

  await page.getByRole('button', { name: 'Change Password' }).click();
  const current = page.getByLabel('Current Password');
  const next = page.getByLabel('New Password');
  const again = page.getByLabel('Confirm Password');
  await current.fill('wrong');
  await next.fill('abc');
  await expectRefused(again, [['abcd', 'Passwords do not match.']]);
  await again.fill('abc');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(next).toHaveAccessibleDescription(/Password should be at least 8 characters/);
  await next.fill('a better password');
  await again.fill('a better password');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(current).toHaveAccessibleDescription('That password is incorrect.');
  await look(page, 'the dialog of passwords');
  await current.fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByText('No other devices.')).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.getByLabel('Email').fill(`new.${email}`);
  await elsewhere.getByLabel('Password', { exact: true }).fill('a better password');
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await look(page, 'asking before signing out elsewhere');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).press('Enter');
  await expect(page.getByText('No other devices.')).toBeFocused();
  await expect(elsewhere).toHaveURL(/\/login/);
});

test('the dialogs of a token, and of an account that cannot be deleted', async ({ page }) => {
  await register(page.context());
  await createTeam(page.context());
  await page.goto('/account');
  await page.getByRole('button', { name: 'New Token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('تقرير <b>sales</b>');
  await look(page, 'a new token');
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Token', { exact: true })).toBeFocused();
  await look(page, 'the secret of a token');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Read only, /)).toBeVisible();
  await look(page, '/account with a token');
  await page.getByRole('button', { name: 'Delete account' }).first().click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await look(page, 'an account that cannot be deleted');
});

/** Each error appears at the field on submit, and the text stays. */
async function expectRefused(field: Locator, typed: readonly (readonly [string, string])[]) {
  for (const [text, sentence] of typed) {
    await field.fill(text);
    await field.press('Enter');
    await answered(field.page());
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(field).toHaveValue(text);
    await expect(field).toBeFocused();
  }
}
