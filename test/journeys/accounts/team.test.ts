import { expect, type Locator, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { change, colleague, createTeam, openTeam, register, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const settings = (page: Page) => page.getByRole('form', { name: 'Settings' });
test('a team is deleted by typing its name; the next team opens, or /start', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const second = await createTeam(page.context(), { name: 'Oak Street' });
  const viewer = await colleague(page, team, 'viewer');
  await remember(viewer, { team });
  await viewer.goto('/layouts');
  await expect(viewer.locator('header')).toContainText('Maple & 4th');
  await page.goto('/team');
  await page.getByRole('button', { name: 'Delete Team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Maple & 4th?' });
  const name = dialog.getByLabel('Team Name');
  await expect(name).toBeFocused();
  await look(page, 'the dialog that deletes');
  for (const typed of ['', 'maple', 'x'.repeat(900)]) {
    await name.fill(typed);
    await name.press('Enter');
    await expectAt(name, 'That doesn’t match the team’s name.');
  }
  await name.fill('Maple & 4th');
  await dialog.getByRole('button', { name: 'Delete Team' }).click();
  await Promise.all([
    expect(page.getByText('Maple & 4th deleted')).toBeVisible(),
    expect(viewer.getByText('You’re no longer in Maple & 4th.')).toBeVisible(),
  ]);
  await expect(page.getByText('You’re no longer in Maple & 4th.')).toHaveCount(0);
  await expect(page.locator('header')).toContainText('Oak Street');
  await expect(viewer).toHaveURL('/start');
  expect((await page.request.get(`/api/teams/${team}/documents/${team}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Delete Team' }).click();
  await page.getByRole('dialog').getByLabel('Team Name').fill('Oak Street');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/start');
  await expect(page.getByRole('heading', { name: 'Create or Join a Team' })).toBeVisible();
  expect((await page.request.get(`/api/teams/${second.team}/documents/${second.team}`)).status()).toBe(404);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Team menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'No teams available' })).toBeVisible();
});

test('switching teams shows the new team’s color and pages at once', async ({ page }) => {
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

async function expectAt(field: Locator, sentence: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field.page().locator('.field__error')).toHaveText(sentence);
  await expect(field).toHaveAccessibleDescription(new RegExp(`${end(sentence)}`));
}

const end = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence.replace(/[.?*+^$[\]\\(){}|]/g, '\\$&') : sentence.source;
