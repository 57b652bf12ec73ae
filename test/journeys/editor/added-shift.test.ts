import { expect } from '@playwright/test';
import { createLayout, openTeam, read, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('an added shift is announced, in view and marked; Undo removes it', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const others = Array.from({ length: 40 }, (_, index) =>
    shiftOf(`Person ${String(index).padStart(2, '0')}`),
  );
  const layout = await createLayout(page.context(), team, { shifts: others });
  await remember(page, { team, layout });
  // from the list, whose scroll position is restored
  await page.goto('/editor/shifts');
  await page.getByText('Add Shift').tap();
  await page.getByLabel('Name').fill('Zoe Last');
  await page.getByLabel('Start Time').fill('9a');
  await page.getByLabel('End Time').fill('4p');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  const row = page.getByRole('row').filter({ hasText: 'Zoe Last' });
  await expect(page.getByText('Added Zoe Last, 9:00 AM–4:00 PM')).toBeVisible();
  await expect(row).toBeInViewport();
  await expect(row).toHaveClass('table__row--marked');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(async () => (await read(page.context(), team, layout)).shifts.length).toBe(40);
});
