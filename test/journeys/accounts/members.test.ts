import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { openTeam, register, test } from '../restaurant.ts';

const dead = 'This invite link no longer works. Ask for a new one.';

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
