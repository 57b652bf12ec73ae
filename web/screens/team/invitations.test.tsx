import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, openTeam, type Page, post, register, Session, test } from '../../../test/page/restaurant.ts';

const dead = 'This invite link no longer works. Ask for a new one.';

test('invite links for one person or many, revoked and expired', async ({ page, server }) => {
  const maria = page.context();
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const links = page.getByRole('table', { name: 'Active invite links' });
  await expect(page.getByText('No active links')).toBeVisible();

  const once = await invite(page, { role: 'Lead', days: '1 day', use: 'One person' });
  await expect(page.getByLabel('Invite link', { exact: true })).toBeFocused();
  await expect(links.getByRole('row', { name: /Lead/ })).toContainText('One person');
  const many = await invite(page, { role: 'Viewer', days: '30 days', use: 'Anyone with the link' });
  await expect(links.getByRole('row', { name: /Viewer/ })).toContainText('Anyone with the link');

  const [ana, ben] = [await newcomer(server, 'Ana'), await newcomer(server, 'Ben')];
  await accept(ana, once);
  await expect(page.getByLabel('Role of Ana Sample')).toHaveValue('lead');
  await expect(links.getByRole('row', { name: /Lead/ }), 'it is used up').toHaveCount(0);
  await accept(ben, many);
  await expect(page.getByLabel('Role of Ben Sample')).toHaveValue('viewer');
  await expect(links.getByRole('row', { name: /Viewer/ })).toBeVisible();

  await page.getByRole('button', { name: /^Revoke link for Viewer/ }).click();
  await expect(page.getByText('Link for Viewer revoked')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Active invite links' })).toBeFocused();
  await expect(page.getByLabel('Invite link', { exact: true })).toHaveCount(0);
  const old = await invite(page, { role: 'Viewer', days: '7 days', use: 'Anyone with the link' });

  const cleo = await newcomer(server, 'Cleo');
  await page.handTo(cleo);
  for (const link of [once, many]) {
    await page.goto(link);
    await expect(page.getByText(dead), link).toBeVisible();
  }
  await page.goto(old);
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  database.prepare('update invitations set expires_at = ? where team_id = ?').run(Date.now() - 1, team);
  database.close();
  await page.reload();
  await expect(page.getByText(dead)).toBeVisible();

  await page.handTo(maria);
  await page.goto('/team');
  await expect(page.getByText('No active links')).toBeVisible();
  const next = await invite(page, { role: 'Lead', days: '1 day', use: 'One person' });
  await page.handTo(cleo);
  await page.goto(next);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL('/layouts');
});

const accept = (person: Session, link: string) =>
  post(person, `/api/invitations/${link.split('/').pop()}/accept`, {});

async function invite(page: Page, { role, days, use }: { role: string; days: string; use: string }) {
  const form = page.getByRole('form', { name: 'Invite people' });
  await form.getByLabel('Role').selectOption(role);
  await form.getByLabel('Expires in').selectOption(days);
  await form.getByLabel('Can be used by').selectOption(use);
  const before = page.getByLabel('Invite link', { exact: true });
  const last = (await before.count()) > 0 ? await before.inputValue() : '';
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(before).toHaveValue(/./);
  await expect(before).not.toHaveValue(last);
  return before.inputValue();
}

async function newcomer({ address }: { address: string }, name: string): Promise<Session> {
  const session = new Session(address);
  await register(session, name);
  return session;
}
