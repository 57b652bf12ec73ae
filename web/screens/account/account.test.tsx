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

test('names, email and password are changed; errors appear at their field and keep what was typed', async ({
  page,
  server,
}) => {
  const { email } = await register(page.context());
  const taken = await register(new Session(server.address));
  const elsewhere = await signedIn(server.address, email, password);

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
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.locator('dd').getByText('ليلى 🍟')).toBeVisible();
  await expect(page.locator('dd').getByText('<i>o’Neil</i>')).toBeVisible();
  await expect(edit).toBeFocused();

  const changeEmail = page.getByRole('button', { name: 'Change Email' });
  await expect(changeEmail).toBeEnabled();
  await changeEmail.click();
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
  await current.fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByText('No other devices.')).toBeVisible();
  expect((await elsewhere.request.get('/api/account/security')).status()).toBe(401);
  const third = await signedIn(server.address, `new.${email}`, 'a better password');

  await page.reload();
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).press('Enter');
  await expect(page.getByText('No other devices.')).toBeFocused();
  expect((await third.request.get('/api/account/security')).status()).toBe(401);
});

test('a page elsewhere shows new names, and signs out once the password changed or the devices are signed out', async ({
  page,
  server,
}) => {
  const here = page.context();
  const { email } = await register(here);
  const elsewhere = new Session(server.address);
  await page.handTo(elsewhere);
  const signIn = async (address: string, word: string) => {
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(word);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  };
  await page.goto('/account');
  await signIn(email, password);
  await expect(page.locator('dd').getByText('Maria')).toBeVisible();
  await post(here, '/api/account/names', { firstName: 'ليلى 🍟', lastName: '<i>o’Neil</i>' });
  await expect(page.locator('dd').getByText('ليلى 🍟')).toBeVisible();

  await post(here, '/api/account/email', { email: `new.${email}`, password });
  const form = { current: password, next: 'a better password', revokeTokens: false };
  await post(here, '/api/account/password', form);
  await expect(page).toHaveURL(/\/login/);
  await signIn(`new.${email}`, 'a better password');
  await post(here, '/api/account/sign-out-others', {});
  await expect(page).toHaveURL(/\/login/);
});

test('[SL6] one device is signed out from another, and the activity says so', async ({ page, server }) => {
  const here = page.context();
  const { email } = await register(here);
  const tablet = new Session(server.address);
  await tablet.fetch('/api/auth/sign-in', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0',
    },
    body: JSON.stringify({ email, password }),
  });
  await page.goto('/account');
  const devices = page.getByRole('region', { name: 'Devices' });
  const others = devices.getByRole('button', { name: /^Sign Out .*, last used/ });
  await devices.getByRole('button', { name: /^Sign Out Chrome on Android, last used/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(devices.getByText('No other devices.')).toBeFocused();
  expect((await tablet.request.get('/api/account/security')).status()).toBe(401);

  await page.reload();
  const activity = page.getByRole('region', { name: 'Account Activity' });
  await expect(activity.getByText(/^Signed out Chrome on Android/)).toBeVisible();
  await expect(activity.getByText('Signed in with a password')).toBeVisible();
  for (let count = 0; count < 6; count++) await signedIn(server.address, email, password);
  await page.reload();
  await expect(others).toHaveCount(5);
  await devices.getByRole('button', { name: 'Show All Devices' }).click();
  await expect(others).toHaveCount(6);

  const board = await signedIn(server.address, email, password);
  const sessionsOf = async (each: Session): Promise<{ id: string; isCurrent: boolean }[]> =>
    (await (await each.request.get('/api/account/security')).json()).sessions;
  const [{ id } = { id: '' }] = (await sessionsOf(board)).filter(({ isCurrent }) => isCurrent);
  await page.handTo(board);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  expect((await here.fetch(`/api/account/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
  await expect(page, 'at once').toHaveURL(/\/login/);
});

/** Another device of that person. */
async function signedIn(address: string, email: string, word: string): Promise<Session> {
  const session = new Session(address);
  await post(session, '/api/auth/sign-in', { email, password: word });
  return session;
}

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
