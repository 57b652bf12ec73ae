import type { Team } from '../../../../domain/team/team.ts';
import { change, expect, openTeam, type Page, read, test } from '../../../../test/page/restaurant.ts';

const theme = (page: Page) => page.getByRole('form', { name: 'Theme' });
const teamOf = (page: Page, team: string) => read<Team>(page.context(), team, team);
const brand = () => document.documentElement.style.getPropertyValue('--brand-light');

test('[TE3] a color is previewed, and applied once saved', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const color = theme(page).getByLabel('Color', { exact: true });
  for (const typed of ['tomato', '#12 🍟', 'x'.repeat(10_000)]) {
    await color.fill(typed);
    await theme(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(theme(page).locator('.field__error')).toHaveText('Enter a color, such as #1f5fbf.');
    await expect(color).toHaveValue(typed);
  }
  await theme(page).getByLabel('Pick a color').fill('#ffdd00');
  await expect(color).toHaveValue('#ffdd00');
  await expect(theme(page).getByText('Light · Easy to read')).toBeVisible();
  expect(brand(), 'not saved yet').toBe('#1f5fbf');
  await theme(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(color).toHaveValue('');
  await color.fill('#fefefe');
  await expect(theme(page).getByText('Light · Buttons are hard to see')).toBeVisible();
  await color.fill('');

  await color.fill('c06');
  await theme(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(brand).toBe('#cc0066');
  await expect.poll(() => teamOf(page, team)).toMatchObject({ primaryColor: '#cc0066' });

  await color.fill('#123456');
  await change(page.context(), team, team, { type: 'team.theme', primaryColor: '#00aa55' });
  await expect(page.getByText('Someone else changed the color to “#00aa55”.')).toBeVisible();
  await expect(color).toHaveValue('#123456');
  await theme(page).getByRole('button', { name: 'Default Blue' }).click();
  await theme(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(brand).toBe('#1f5fbf');
  await expect.poll(() => teamOf(page, team)).toMatchObject({ primaryColor: null });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(brand).toBe('#00aa55');
});
