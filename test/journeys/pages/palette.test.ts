import { expect } from '@playwright/test';
import { lookAt, tablet } from '../look.ts';
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
