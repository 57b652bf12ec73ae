import { change, expect, openTeam, signOutAt, test } from '../../test/page/restaurant.ts';

const brand = () => document.documentElement.style.getPropertyValue('--brand-light');

test('a cold page has the team’s color before the team is loaded', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await change(page.context(), team, team, { type: 'team.theme', primaryColor: '#cc0066' });
  await page.goto('/layouts');
  await expect(page.getByRole('heading', { name: 'Layouts' })).toBeVisible();
  await expect.poll(brand).toBe('#cc0066');
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(brand).toBe('#cc0066');
  await expect(page.getByRole('heading', { name: 'Layouts' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Layouts' })).toBeVisible();
  await signOutAt(page);
  await expect.poll(brand).toBe('#1f5fbf');
  await page.reload();
  await expect.poll(brand).toBe('#1f5fbf');
});
