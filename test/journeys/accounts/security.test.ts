import { type BrowserContext, expect } from '@playwright/test';
import { codeOf } from '../../servers/authenticators.ts';
import { look } from '../look.ts';
import { colleague, openTeam, password, register, remember, test } from '../restaurant.ts';

/** What the account page does with an app's first code; its form has a test of its own. */
async function setUpApp({ request }: BrowserContext): Promise<void> {
  const started = await request.post('/api/account/second-factor/start', { data: { password } });
  const { secret } = await started.json();
  const code = codeOf(secret);
  expect((await request.post('/api/account/second-factor/confirm', { data: { code } })).status()).toBe(200);
}

test('[ME15] [ME16] [SL3] a manager requires an app, another one sets it up, and the log has it', async ({
  page,
}) => {
  const made = await openTeam(page);
  const jordan = await colleague(page, made.team, 'manager');
  await remember(jordan, made);
  await jordan.goto('/team');
  await expect(jordan.getByRole('form', { name: 'Settings' })).toBeVisible();

  await page.goto('/team');
  await page.getByRole('link', { name: 'Security' }).click();
  const box = page.getByRole('checkbox', { name: 'Require an authenticator app for managers' });
  await expect(box).toBeDisabled();
  await expect(page.getByRole('main').getByRole('link', { name: 'Set Up App' })).toBeVisible();
  await setUpApp(page.context());
  await page.reload();
  await expect(page.getByText('Without an app: Jordan Sample.')).toBeVisible();
  await box.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require App' }).click();
  await expect(box).toBeChecked();

  const warning = jordan.getByText('This team requires managers to use an authenticator app.');
  await expect(warning).toBeVisible();
  await expect(jordan.getByRole('form', { name: 'Settings' })).toHaveCount(0);
  await setUpApp(jordan.context());
  await expect(jordan.getByRole('form', { name: 'Settings' })).toBeVisible();
  await expect(warning).toHaveCount(0);

  await page.reload();
  const rows = page.getByRole('table', { name: 'Security Log' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Authenticator app set up');
  await expect(rows.nth(1)).toContainText('Jordan Sample');
  await expect(rows.nth(2)).toContainText('Authenticator app required for managers');
  await look(page, 'the security of a team');
});

test('[OA42] [OA48] [SL6] one device is signed out from another, and the activity says so', async ({
  page,
  browser,
}) => {
  const { email } = await register(page.context());
  const tablet = await browser.newContext();
  await tablet.request.post('/api/auth/sign-in', { data: { email, password } });
  const board = await tablet.newPage();
  await board.goto('/account');
  await expect(board.getByRole('heading', { name: 'Devices' })).toBeVisible();

  await page.goto('/account');
  const devices = page.getByRole('region', { name: 'Devices' });
  await devices.getByRole('button', { name: /^Sign Out .*, last used/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(devices.getByText('No other devices.')).toBeFocused();
  await expect(board).toHaveURL(/\/login/);

  await page.reload();
  const activity = page.getByRole('region', { name: 'Account Activity' });
  await expect(activity.getByText(/^Signed out Chrome on/)).toBeVisible();
  await expect(activity.getByText('Signed in with a password')).toBeVisible();
  for (let count = 0; count < 6; count++) {
    const { request } = await browser.newContext();
    await request.post('/api/auth/sign-in', { data: { email, password } });
  }
  await page.reload();
  const others = devices.getByRole('button', { name: /^Sign Out .*, last used/ });
  await expect(others).toHaveCount(5);
  await look(page, 'the account with its activity');
  await devices.getByRole('button', { name: 'Show All Devices' }).click();
  await expect(others).toHaveCount(6);
});
