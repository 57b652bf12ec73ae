import { expect } from '@playwright/test';
import { startServer } from '../lineup-server.ts';
import { answered, look } from '../look.ts';
import { password, register, signOutAt, test } from '../restaurant.ts';

test('a passkey is added with a name, signs in, and is removed', async ({ browser }) => {
  const server = await startServer({ name: 'localhost' });
  const context = await browser.newContext({ baseURL: server.address });
  await register(context);
  const page = await context.newPage();
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await page.goto('/account');
  const add = page.getByRole('button', { name: 'Add Passkey' });
  await add.press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  const proof = page.getByLabel('Your password');
  for (const [typed, sentence] of [
    [' ', 'Enter a name.'],
    ['x'.repeat(10_000), 'That name is too long. Use 100 characters or fewer.'],
  ] as const) {
    await name.fill(typed);
    await page.keyboard.press('Enter');
    await answered(page);
    await expect(name).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(name).toHaveValue(typed);
  }
  const label = '<b>هاتفي</b> 📱';
  await name.fill(label);
  await proof.fill('wrong');
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(proof).toHaveAccessibleDescription('That password is incorrect.');
  await look(page, 'a new passkey');
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await answered(page);
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(add).toBeFocused();
  await look(page, '/account with a passkey');

  await signOutAt(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(page).toHaveURL('/account');

  await page.getByRole('button', { name: `Remove Passkey ${label}` }).click();
  await page.getByRole('button', { name: 'Remove Passkey', exact: true }).press('Enter');
  await expect(page.getByText(label, { exact: true })).toHaveCount(0);
  await expect(add).toBeFocused();
  await signOutAt(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'That passkey didn’t work. Try again, or sign in another way.',
  );
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await context.close();
  await server.stop();
});
