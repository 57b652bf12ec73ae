import {
  answered,
  expect,
  type Page,
  password,
  post,
  register,
  Session,
  signOutAt,
  test,
} from '../../../../test/page/restaurant.ts';
import { codeOf } from '../../../../test/servers/authenticators.ts';

const wrongCode = 'That code is incorrect or already used. Try the next one.';

test('an authenticator app is set up, used with codes, backup codes and a trusted device, and removed', async ({
  page,
}) => {
  const { email } = await register(page.context());
  await page.goto('/account');
  const setUp = page.getByRole('button', { name: 'Set Up App' });
  // wait until sign-in methods are loaded
  await expect(setUp).toBeEnabled();
  await setUp.press('Enter');
  const proof = page.getByLabel('Your password');
  await expect(proof).toBeFocused();
  for (const wrong of ['', '🔑'.repeat(50)]) {
    await proof.fill(wrong);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(proof).toHaveAccessibleDescription('That password is incorrect.');
    await expect(proof).toHaveValue(wrong);
  }
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  for (const wrong of ['  ', '<b>', '١٢٣٤٥٦']) {
    await code.fill(wrong);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(page.getByRole('dialog').getByText(wrongCode)).toBeVisible();
    await expect(code).toHaveValue(wrong);
  }
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  const spaced = codeOf(secret);
  await code.fill(` ${spaced.slice(0, 3)} ${spaced.slice(3)} `);
  await page.keyboard.press('Enter');
  await answered(page);
  const codes = page.getByRole('textbox', { name: 'Backup codes' });
  await expect(codes).toBeFocused();
  const text = await codes.inputValue();
  const [backup = '', ...others] = text.split('\n');
  expect(others).toHaveLength(9);
  const download = page.getByRole('link', { name: 'Download' });
  await expect(download).toHaveAttribute('download', 'lineup-backup-codes.txt');
  await expect(download).toHaveAttribute(
    'href',
    `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`,
  );
  await page.getByRole('button', { name: 'Copy codes' }).click();
  await expect(page.getByText('Codes copied')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On. Backup codes left: 10')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove App' })).toBeFocused();

  await signInAgain(page, email);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await code.fill(spaced);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByText(wrongCode)).toBeVisible();
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByLabel('Backup code').fill(backup.toUpperCase() === backup ? backup : ` ${backup} `);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('On. Backup codes left: 9')).toBeVisible();

  await signInAgain(page, email);
  await page.getByLabel('Don’t ask for a code on this device for 30 days').check();
  await code.fill(codeOf(secret, 1));
  await code.press('Enter');
  await expect(page).toHaveURL('/account');
  await signInAgain(page, email);
  await expect(page).toHaveURL('/account');

  const remove = page.getByRole('button', { name: 'Remove App' });
  await expect(remove).toBeEnabled();
  await remove.click();
  await proof.fill(password);
  await code.fill(backup);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(code).toHaveAccessibleDescription(/That code is incorrect or already used/);
  await code.fill(others[0] ?? '');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(setUp).toBeFocused();
  await signInAgain(page, email);
  await expect(page).toHaveURL('/account');
});

test('turning the app on offers to sign out the devices that came in without a code', async ({
  page,
  server,
}) => {
  const { email } = await register(page.context());
  const other = new Session(server.address);
  await post(other, '/api/auth/sign-in', { email, password });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set Up App' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  const offer = page.getByRole('checkbox', { name: 'Sign out my other devices' });
  await expect(offer).toHaveAccessibleDescription(
    '1 other device is signed in without a code, such as wall displays.',
  );
  await expect(offer).not.toBeChecked();
  await offer.check();
  await page
    .getByLabel('Code', { exact: true })
    .fill(codeOf(await page.getByLabel('Key', { exact: true }).inputValue()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Other devices signed out')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Backup codes' })).toBeVisible();
  expect((await (await other.request.get('/api/me')).json()).user).toBeNull();
});

/** Signs out and back in by the form, on the way to /account. */
async function signInAgain(page: Page, email: string) {
  await signOutAt(page);
  await page.goto('/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
}
