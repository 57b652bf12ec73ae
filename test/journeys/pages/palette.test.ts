import { expect } from '@playwright/test';
import { lookAt, phone, tablet } from '../look.ts';
import { colleague, openTeam, remember, test } from '../restaurant.ts';

test('[PR6] a lead sees who else is editing', async ({ page, clock }) => {
  const day = await openTeam(page);
  await page.goto('/');
  const dana = await colleague(page, day.team, 'lead', 'Dana');
  await remember(dana, day);
  await dana.goto('/editor/rotations');
  const card = dana.locator('.shift-card').first();
  await card.click();
  await expect(page.getByText('Dana is editing')).toBeVisible();
  await page.goto('/editor/rotations');
  await expect(page.locator('.shift-card', { hasText: 'held by Dana' })).toBeVisible();
  await lookAt(page, { what: 'held', viewport: tablet, colorScheme: 'light' });
  await dana.keyboard.press('Escape');
  await expect(page.locator('.held')).toHaveCount(0);
  await expect(page.getByText('Dana is editing')).toBeVisible();
  await clock.advance({ seconds: 9 });
  await expect(page.getByText('Dana is editing')).toBeHidden();
});

test('the palette, and the keys', async ({ page }) => {
  await openTeam(page);
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Rotations' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('amara');
  await expect(page.getByRole('menuitem').first()).toHaveText(/^Amara Nwosu/);
  await lookAt(page, { what: 'palette', viewport: tablet, colorScheme: 'light' });
  await lookAt(page, { what: 'palette', viewport: phone, colorScheme: 'dark' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await lookAt(page, { what: 'keys', viewport: phone, colorScheme: 'light' });
});
