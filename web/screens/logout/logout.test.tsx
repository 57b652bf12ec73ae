import { expect, openTeam, type Page, signOutAt, test } from '../../../test/page/restaurant.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('[OA45] opening /logout signs nobody out; the link to it does', async ({ page }) => {
  await openTeam(page);
  await page.goto('/logout');
  await expect(page.getByText('You’re signed in as')).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  //
  await expect(page.getByText('Your session ended.')).toBeHidden();
});

test('signing out without a network happens once it is back', async ({ page }) => {
  await openTeam(page);
  await page.goto('/logout');
  const button = page.getByRole('button', { name: 'Sign Out', exact: true });
  await expect(button).toBeVisible();
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByText('Can’t reach Lineup.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page).toHaveURL('/login');
});

test('after signing out, the next person doesn’t see what was open', async ({ page }) => {
  await openTeam(page);
  await signOutAt(page);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(heading(page, 'Sign in')).toBeVisible();
});
