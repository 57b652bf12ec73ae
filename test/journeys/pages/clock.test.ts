import { expect } from '@playwright/test';
import { colleague, createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test('a journey moves the time of the server and of every page, also of those that open later', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-22T01:58:00-06:00');
  const { team } = await openTeam(page, {});
  const night = { startTime: '10:00 PM', endTime: '4:00 AM' };
  const layout = await createLayout(page.context(), team, {
    shifts: [shiftOf('Chloe Davis', night)],
    rotations: [{ ...lunch, ...night }],
  });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('.header__clock')).toHaveText(/^(1:5[89]|2:0[0-2]) AM$/);
  await page.getByRole('button', { name: /break 1: not taken/ }).click();
  await expect(page.getByText(/^(2[6-9]:\d\d|30:00)$/)).toBeVisible();

  await clock.advance({ minutes: 20 });
  const other = await colleague(page, team, 'lead');
  await remember(other, { team, layout });
  await other.goto('/');
  for (const each of [page, other]) {
    await expect(each.locator('.header__clock')).toHaveText(/^2:(1[89]|2[0-2]) AM$/);
    await expect(each.getByText(/^[6-9]:\d\d$/)).toBeVisible();
    const before = clock.now();
    const seen = await each.evaluate(() => Date.now());
    expect(seen).toBeGreaterThan(before - 2_000);
    expect(seen).toBeLessThan(clock.now() + 2_000);
  }
});
