import {
  answered,
  createTeam,
  expect,
  type Locator,
  password,
  post,
  register,
  Session,
  test,
} from '../../../test/page/restaurant.ts';

test('an API token is shown once, works within its scope, and can be revoked', async ({ page, server }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await page.goto('/account');
  const add = page.getByRole('button', { name: 'New Token' });
  await expect(add).toBeEnabled();
  await add.press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  await expectRefused(name, [
    ['  ', 'Enter a name.'],
    ['🍟'.repeat(5_000), 'That name is too long. Use 100 characters or fewer.'],
  ]);
  await name.fill('تقرير <b>sales</b>');
  const proof = page.getByLabel('Your password');
  await expectRefused(proof, [['guess', 'That password is incorrect.']]);
  await proof.fill(password);
  await page.getByRole('combobox', { name: 'Teams' }).selectOption('Maple & 4th');
  await page.getByRole('combobox', { name: 'Expires in' }).selectOption('7 days');
  await name.press('Enter');
  const secret = page.getByLabel('Token', { exact: true });
  await expect(secret).toBeFocused();
  const authorization = `Bearer ${await secret.inputValue()}`;
  await page.getByRole('button', { name: 'Copy token' }).press('Enter');
  await expect(page.getByText('Token copied')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(add).toBeFocused();
  await expect(page.getByText(/^Read only, Maple & 4th\. .* Never used\.$/)).toBeVisible();
  const read = () =>
    new Session(server.address).fetch(`/api/teams/${team}/documents/${team}`, { headers: { authorization } });
  expect((await read()).status).toBe(200);

  await page.getByRole('button', { name: 'Revoke Token تقرير <b>sales</b>' }).click();
  await page.getByRole('button', { name: 'Revoke Token', exact: true }).press('Enter');
  await expect(add).toBeFocused();
  await expect(page.getByText(/^Read only/)).toHaveCount(0);
  expect((await read()).status).toBe(401);
});

test('deleting an account needs the password, and another manager for its teams', async ({ page }) => {
  const { email } = await register(page.context());
  const { team } = await createTeam(page.context());
  await page.goto('/account');
  const ask = page.getByRole('button', { name: 'Delete account' }).first();
  // wait until sign-in methods are loaded
  await expect(ask).toBeEnabled();
  await ask.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  const proof = page.getByLabel('Your password');
  await expectRefused(proof, [
    ['', 'That password is incorrect.'],
    ['not it', 'That password is incorrect.'],
  ]);
  await proof.fill(password);
  await proof.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'You’re the only manager of Maple & 4th. First make someone else a manager or delete the team.',
  );
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  await post(page.context(), `/api/teams/${team}/delete`, { name: 'Maple & 4th' });
  await expect(page.getByText('No teams available')).toBeVisible();
  await ask.press('Enter');
  await proof.fill(password);
  await proof.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Account deleted')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
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
