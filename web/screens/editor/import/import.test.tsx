import { createLayout, expect, openTeam, remember, test } from '../../../../test/page/restaurant.ts';

const open = async (page: Parameters<typeof openTeam>[0]) => {
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, {}) });
  await page.goto('/editor/shifts/import');
  return page.getByLabel('Paste the schedule');
};

test('a review says what is to be added, not that it was', async ({ page }) => {
  const field = await open(page);
  await field.fill('Name\tDate\tStart\tEnd\nAna Price\t11/21/2026\t9:00 AM\t5:00 PM');
  await expect(page.getByRole('heading', { name: 'To Add' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(0);
});
