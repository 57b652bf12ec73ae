import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './restaurant.ts';

test('the API reads well, closed and open, in light and dark, on each size of screen', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/api');
      await page.getByText('/api/teams/{team}/documents/{document}/changes').click();
      await expect(page.getByText('layout.create').first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('the API is read by keys alone', async ({ page }) => {
  await page.goto('/api');
  const changes = page.locator('details', { hasText: '/api/me' }).first();
  await changes.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(changes.getByText('Who may call')).toBeVisible();
  await page.getByRole('link', { name: '/api/openapi.json' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/api/openapi.json');
});
