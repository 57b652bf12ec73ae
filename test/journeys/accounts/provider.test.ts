import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { runOidcServer } from '../../servers/oidc-server.ts';
import { type LineupServer, startServer } from '../lineup-server.ts';
import { look } from '../look.ts';
import { test as base } from '../restaurant.ts';

const people = ['pia', 'sam'].map((sub) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  given_name: sub,
  family_name: 'Provided',
}));

const test = base.extend<object, { server: LineupServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const oidc = await runOidcServer(people);
      const server = await startServer({ env: () => oidc.env });
      await use(server);
      await server.stop();
      await oidc.stop();
    },
    { scope: 'worker' },
  ],
});

// one after the other, so that one server is enough
test.describe.configure({ mode: 'default' });

test('[SI12] signing in through the provider’s window goes back to the requested page; failures are shown', async ({
  page,
  server,
}) => {
  await page.goto('/account');
  const start = page.getByRole('button', { name: 'Sign in with Example Staff' });

  const closed = await openWindow(page);
  await closed.close();
  await expect(said(page)).toHaveText('The sign-in window was closed before you finished.');

  const denied = await openWindow(page);
  await expect(said(page)).toHaveCount(0);
  await denied.getByRole('button', { name: 'Deny' }).click();
  await expect(said(page)).toHaveText('We couldn’t sign you in with Example Staff. Try again.');
  expect(denied.isClosed()).toBe(true);

  const first = await openWindow(page);
  const second = page.waitForEvent('popup');
  await start.click();
  await expect(said(page)).toHaveText('Another sign-in window was opened instead.');
  expect(first.isClosed()).toBe(true);
  await look(page, '/login with every way and a problem');
  const window = await second;
  await window.getByRole('button', { name: 'Sign in as pia' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('pia@example.com')).toBeVisible();
  await expect.poll(() => window.isClosed()).toBe(true);
  await expect(page.getByText('Not set')).toBeVisible();
  await page.getByRole('button', { name: 'Set Password' }).click();
  const setPassword = async () => {
    await page.getByLabel('New Password').fill('of my own');
    await page.getByLabel('Confirm Password').fill('of my own');
    await page.keyboard.press('Enter');
  };
  signedInLongAgo(server);
  await setPassword();
  await expect(said(page)).toHaveText('Sign in again to confirm it’s you.');
  await look(page, 'a dialog that asks to sign in again');
  await page.getByRole('button', { name: 'Sign In Again' }).click();
  // the provider remembers pia, so its window closes at once
  await start.click();
  await expect(page).toHaveURL('/account');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await setPassword();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused();
});

test('[SI12] sign-in when the browser blocks the window, or without a network', async ({ page }) => {
  await page.goto('/account');
  const start = page.getByRole('button', { name: 'Sign in with Example Staff' });
  await start.waitFor();
  await page.route('**/api/auth/provider/start', (route) => route.abort());
  await start.click();
  await expect(said(page)).toHaveText('Can’t reach Lineup. Check your connection and try again.');
  expect(page.context().pages()).toHaveLength(1);
  await page.unroute('**/api/auth/provider/start');

  await page.evaluate(() => {
    window.open = () => null;
  });
  await start.click();
  await expect(said(page)).toContainText(
    'Your browser blocked the sign-in window. Allow pop-ups, or continue in this tab.',
  );
  await page.getByRole('button', { name: 'Continue in This Tab' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toHaveText('We couldn’t sign you in with Example Staff. Try again.');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await start.click();
  await page.getByRole('button', { name: 'Continue in This Tab' }).click();
  await page.getByRole('button', { name: 'Sign in as sam' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('sam@example.com')).toBeVisible();
});

async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Example Staff' }).click();
  const window = await opened;
  await window.getByRole('button', { name: 'Deny' }).waitFor();
  return window;
}

function signedInLongAgo(server: LineupServer) {
  const database = new DatabaseSync(server.database, { timeout: 30_000 });
  database.prepare('update session set "createdAt" = ?').run(new Date(Date.now() - 3_600_000).toISOString());
  database.close();
}

const said = (page: Page) => page.getByRole('alert');
