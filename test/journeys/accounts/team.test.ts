import { expect, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { change, createTeam, openTeam, register, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const settings = (page: Page) => page.getByRole('form', { name: 'Settings' });

test('invite links of two kinds, theme colors and the dialog that deletes, on all screens', async ({
  page,
}) => {
  await openTeam(page, {});
  await page.goto('/team');
  const form = page.getByRole('form', { name: 'Invite people' });
  const links = page.getByRole('table', { name: 'Active invite links' });
  for (const [role, use] of [
    ['Lead', 'One person'],
    ['Viewer', 'Anyone with the link'],
  ] as const) {
    await form.getByLabel('Role').selectOption(role);
    await form.getByLabel('Can be used by').selectOption(use);
    await form.getByRole('button', { name: 'Invite' }).click();
    await expect(links.getByRole('row', { name: role })).toContainText(use);
  }
  await look(page, 'links of two kinds');
  const color = page.getByRole('form', { name: 'Theme' }).getByLabel('Color', { exact: true });
  for (const typed of ['#ffdd00', '808080']) {
    await color.fill(typed);
    await look(page, 'Theme');
  }
  await page.getByRole('button', { name: 'Delete Team' }).click();
  await expect(page.getByRole('dialog').getByLabel('Team Name')).toBeFocused();
  await look(page, 'the dialog that deletes');
});

test('switching teams shows the other at once', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context(), { sample: true });
  const other = await createTeam(page.context(), { name: 'Oak Street' });
  await change(page.context(), team, team, { type: 'team.theme', primaryColor: '#aa2200' });
  await change(page.context(), other.team, other.team, { type: 'team.theme', primaryColor: '#116633' });
  await remember(page, { team });
  await page.goto('/team');
  await settings(page).getByLabel('Team Name').fill('Half typed');
  const stays = await page.context().newPage();
  await stays.goto('/layouts');
  await expect(stays.locator('header')).toContainText('Maple & 4th');

  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const name = document.querySelector('.header__team')?.textContent;
      seen.push(`${name} ${document.documentElement.style.getPropertyValue('--brand-light')}`);
      requestAnimationFrame(look);
    };
    look();
  });
  await choose(page, 'Oak Street');
  await expect(page).toHaveURL('/team');
  await expect(settings(page).getByLabel('Team Name')).toHaveValue('Oak Street');
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect([...new Set(seen)]).toEqual(['Maple & 4th #aa2200', 'Oak Street #116633']);

  await createTeam(page.context(), { name: 'Elm Road' });
  await stays.getByRole('button', { name: 'Team menu' }).click();
  await expect(stays.getByRole('menuitem', { name: /^Maple & 4th.*current/ })).toBeVisible();
  await expect(stays.getByRole('menuitem', { name: 'Elm Road' }), 'the news came').toBeVisible();
  await expect(stays.locator('.header'), 'the other page keeps its team').toContainText('Maple & 4th');
});

async function choose(page: Page, team: string) {
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: team }).click();
}
