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

test('[SC102] of a file with two locations, only the chosen one is to be added', async ({ page }) => {
  const field = await open(page);
  await field.fill(
    'Location\tName\tDate\tStart\tEnd\nMaple & 4th\tAna Price\t11/21/2026\t9:00 AM\t5:00 PM\nOak Mall\tBo Reed\t11/21/2026\t9:00 AM\t5:00 PM',
  );
  await expect(
    page.getByText('This file has 2 locations: Maple & 4th, Oak Mall. Choose yours.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await page.getByLabel('Your location').selectOption('Maple & 4th');
  await expect(page.getByText('Row 3: this shift is at another location, Oak Mall.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 1 shift' })).toBeVisible();
  await page.getByLabel('Your location').selectOption('All locations');
  await expect(page.getByRole('button', { name: 'Import 2 shifts' })).toBeVisible();
});
