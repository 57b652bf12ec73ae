import { type Browser, expect, type Page } from '@playwright/test';
import { desk, phone } from '../look.ts';
import { createTeam, openTeam, password, register, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: phone });

async function television(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: desk });
  return context.newPage();
}

const codeOn = async (wall: Page) =>
  ((await wall.locator('.show-code__code').textContent()) ?? '').replace(' ', '');
const board = (wall: Page) => wall.locator('.tv-line').first();

test('[PA51] [PD1] [PD5] a television shows a code, a manager’s phone pairs it, and a revoked one shows the next code', async ({
  page,
  browser,
  server,
  clock,
}) => {
  await openTeam(page);
  const wall = await television(browser);
  await wall.goto(`${server.address}/tv`);
  await expect(wall.getByRole('heading', { level: 1 })).toHaveText('Show the day on this screen');
  await expect(wall.locator('.show-code__code')).toHaveText(/^[B-Z]{3} [B-Z]{3}$/);
  await expect(wall.getByRole('img', { name: /^QR code of / })).toBeVisible();
  const first = await codeOn(wall);
  for (let minutes = 0; minutes < 10; minutes++) await clock.advance({ minutes: 1 });
  await clock.advance({ seconds: 6 });
  await expect.poll(() => codeOn(wall), 'a new one when it ends').not.toBe(first);

  await page.goto('/team');
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByText('No devices yet')).toBeVisible();
  await page.getByRole('link', { name: 'Pair a Screen' }).click();
  await page.getByLabel('Code').fill('BBBBBB');
  await expect(page.getByText('We can’t find that code.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pair', exact: true })).toBeDisabled();
  await page.getByLabel('Code').fill((await codeOn(wall)).toLowerCase());
  await expect(page.getByText(/^A television shows this code: /)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Television');
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Screen Paired');
  await clock.advance({ seconds: 6 });
  await expect(board(wall)).toBeVisible();
  await expect(wall.locator('.tv__about')).toContainText('Front of House');
  await wall.keyboard.press('Enter');
  await expect(wall.locator('.tv__awake')).toBeVisible();
  await expect(wall.getByRole('button', { name: 'Leave Television' }), 'a manager ends it').toHaveCount(0);
  await wall.goto(`${server.address}/account`);
  await expect(wall, 'it shows nothing else').toHaveURL(/\/tv$/);
  await expect(board(wall)).toBeVisible();

  await page.getByRole('link', { name: 'Devices' }).click();
  const row = page.getByRole('row', { name: /Television/ });
  await expect(row).toContainText('Front of House');
  await expect(row).toContainText('Now');
  await row.getByRole('button', { name: 'Edit Television' }).click();
  await page.getByLabel('Name').fill('Over the pass');
  await page.getByLabel('Area').selectOption('Kitchen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Over the pass/ })).toContainText('Kitchen');
  await expect(wall.getByText('There is no layout for today yet.'), 'its area has none').toBeVisible();
  await page.getByRole('button', { name: 'Revoke Over the pass' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No devices yet')).toBeVisible();
  await expect(wall.locator('.show-code__code')).toBeVisible();
});

test('[PA52] [PD1] a phone that scans the code signs in first, and comes back to it', async ({
  page,
  browser,
  server,
  clock,
}) => {
  const { email } = await register(page.context());
  await createTeam(page.context(), { sample: true });
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  const wall = await television(browser);
  await wall.goto(`${server.address}/tv`);
  const code = await codeOn(wall);
  await page.goto(`/pair#${code}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await clock.advance({ seconds: 6 });
  await expect(board(wall)).toBeVisible();
});

test('[PD4] a link makes a television a wall, each time it is opened', async ({ page, browser, server }) => {
  await openTeam(page);
  await page.goto('/team/devices');
  await page.getByRole('button', { name: 'Create Link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Link' }).click();
  const link = new URL(await page.getByLabel('Link', { exact: true }).inputValue());
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Television/ })).toContainText('Never');
  const address = `${server.address}${link.pathname}${link.hash}`;
  for (let times = 0; times < 2; times++) {
    const wall = await television(browser);
    await wall.goto(address);
    await expect(board(wall)).toBeVisible();
    await wall.reload();
    await expect(board(wall)).toBeVisible();
    await wall.context().close();
  }
  await page.getByRole('button', { name: 'Revoke Television' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No devices yet')).toBeVisible();
  const late = await television(browser);
  await late.goto(address);
  await expect(late.getByText('This link no longer works.')).toBeVisible();
  await expect(late.locator('.show-code__code')).toBeVisible();
});
