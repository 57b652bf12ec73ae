import { expect } from '@playwright/test';
import { look } from '../look.ts';
import { test } from '../restaurant.ts';

test('the API page is readable, collapsed and expanded, in light and dark, at each screen size, and works by keyboard', async ({
  page,
}) => {
  await page.goto('/api');
  await look(page, '/api');
  await page.getByText('/api/teams/{team}/documents/{document}/changes').click();
  await expect(page.getByText('layout.create').first()).toBeVisible();
  await look(page, '/api with a call open');

  const changes = page.locator('details', { hasText: '/api/me' }).first();
  await changes.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(changes.getByText('Who can call it')).toBeVisible();
  await page.getByRole('link', { name: '/api/openapi.json' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/api/openapi.json');
});
