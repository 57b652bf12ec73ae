import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { colleague, createTeam, openTeam, register, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const dead = 'This invite link no longer works. Ask for a new one.';
const oneManager = 'A team needs at least one manager. Make someone else a manager first.';
const gone = 'You’re no longer in Maple & 4th.';

test('a role change takes effect on the other person’s screen at once', async ({ page }) => {
  const { team, layout } = await openTeam(page);
  const jordan = await colleague(page, team, 'viewer');
  await remember(jordan, { team, layout });
  await jordan.goto('/');
  await expect(jordan.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(jordan.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  await page.goto('/team');
  const role = page.getByLabel('Role of Jordan Sample');
  await role.selectOption('Lead');
  await expect(page.getByText('Jordan Sample is now a Lead')).toBeVisible();
  await expect(jordan.getByRole('link', { name: 'Edit' })).toBeVisible();
  await jordan.goto('/team');
  await expect(jordan.getByRole('heading', { name: 'Members' })).toBeVisible();
  await expect(jordan.getByRole('textbox')).toHaveCount(0);
  await expect(jordan.locator('main').getByRole('button')).toHaveText(['Leave Team']);

  await role.selectOption('Manager');
  await expect(jordan.getByRole('form', { name: 'Settings' })).toBeVisible();
  await expect(role).toHaveValue('manager');
  await jordan.getByLabel('Role of Maria Sample').selectOption('Viewer');
  await expect(page.getByRole('form', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Maria Sample/ })).toContainText('Viewer');
});

test('a removed member sees a message and lands on a page they can use', async ({ page }) => {
  const { team, layout } = await openTeam(page);
  const jordan = await colleague(page, team, 'lead');
  await remember(jordan, { team, layout });
  await jordan.goto('/editor/shifts');
  await expect(jordan.getByRole('heading', { name: 'Shifts' })).toBeVisible();

  await page.goto('/team');
  await page.getByRole('button', { name: 'Remove Jordan Sample' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Jordan Sample?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Jordan Sample' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await Promise.all([
    expect(page.getByText('Jordan Sample removed')).toBeVisible(),
    expect(jordan.getByText(gone)).toBeVisible(),
  ]);
  await expect(page.getByRole('heading', { name: 'Members' })).toBeFocused();
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toHaveCount(0);

  await expect(jordan).toHaveURL('/start');
  expect(await jordan.evaluate(() => Object.keys(localStorage))).not.toContain('selectedLayout');
});

test('the last manager can’t leave or step down; another manager can, and continues with their next team', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const own = page.getByLabel('Role of Maria Sample');
  await own.selectOption('Lead');
  await page.getByRole('dialog').getByRole('button', { name: 'Change My Role' }).click();
  await expect(page.getByRole('dialog').getByText(oneManager)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(own).toHaveValue('manager');
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(page.getByRole('dialog').getByText(oneManager)).toBeVisible();
  await page.keyboard.press('Escape');

  const jordan = await colleague(page, team, 'manager');
  await createTeam(jordan.context(), { name: 'Oak Street' });
  await remember(jordan, { team });
  await jordan.goto('/team');
  await jordan.getByRole('button', { name: 'Leave Team' }).click();
  await jordan.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(jordan.getByText('You left Maple & 4th')).toBeVisible();
  await expect(jordan.getByText(gone)).toHaveCount(0);
  await expect(jordan.locator('header')).toContainText('Oak Street');
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toHaveCount(0);
});

test('invite links for one person or many, revoked and expired', async ({ page, browser, server }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const links = page.getByRole('table', { name: 'Active invite links' });
  await expect(page.getByText('No active links')).toBeVisible();

  const once = await invite(page, { role: 'Lead', days: '1 day', use: 'One person' });
  await expect(page.getByLabel('Invite link', { exact: true })).toBeFocused();
  await expect(links.getByRole('row', { name: /Lead/ })).toContainText('One person');
  const many = await invite(page, { role: 'Viewer', days: '30 days', use: 'Anyone with the link' });
  await expect(links.getByRole('row', { name: /Viewer/ })).toContainText('Anyone with the link');
  await look(page, 'links of two kinds');

  const [ana, ben] = [await newcomer(browser, 'Ana'), await newcomer(browser, 'Ben')];
  await ana.goto(once);
  await ana.getByRole('button', { name: 'Join' }).click();
  await expect(ana).toHaveURL('/layouts');
  await expect(page.getByLabel('Role of Ana Sample')).toHaveValue('lead');
  await expect(links.getByRole('row', { name: /Lead/ }), 'it is used up').toHaveCount(0);
  await ben.goto(once);
  await expect(ben.getByText(dead)).toBeVisible();
  await ben.goto(many);
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByLabel('Role of Ben Sample')).toHaveValue('viewer');

  await page.getByRole('button', { name: /^Revoke link for Viewer/ }).click();
  await expect(page.getByText('Link for Viewer revoked')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Active invite links' })).toBeFocused();
  await expect(page.getByLabel('Invite link', { exact: true })).toHaveCount(0);
  const old = await invite(page, { role: 'Viewer', days: '7 days', use: 'Anyone with the link' });
  const database = new DatabaseSync(server.database, { timeout: 30_000 });
  database.prepare('update invitations set expires_at = ? where team_id = ?').run(Date.now() - 1, team);
  database.close();
  const cleo = await newcomer(browser, 'Cleo');
  for (const link of [many, old]) {
    await cleo.goto(link);
    await expect(cleo.getByText(dead), link).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText('No active links')).toBeVisible();
});

async function invite(page: Page, { role, days, use }: { role: string; days: string; use: string }) {
  const form = page.getByRole('form', { name: 'Invite people' });
  await form.getByLabel('Role').selectOption(role);
  await form.getByLabel('Expires in').selectOption(days);
  await form.getByLabel('Can be used by').selectOption(use);
  const before = page.getByLabel('Invite link', { exact: true });
  const last = (await before.count()) > 0 ? await before.inputValue() : '';
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(before).not.toHaveValue(last);
  return before.inputValue();
}

async function newcomer(
  browser: NonNullable<ReturnType<ReturnType<Page['context']>['browser']>>,
  name: string,
) {
  const context = await browser.newContext();
  await register(context, name);
  return context.newPage();
}
