import { expect, type Page } from '@playwright/test';
import {
  createLayout,
  createTeam,
  openTeam,
  password,
  register,
  remember,
  signOutAt,
  test,
} from '../restaurant.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('[OA45] opening /logout signs nobody out; the link to it does', async ({ page }) => {
  await openTeam(page);
  await page.goto('/logout');
  await expect(page.getByText('You’re signed in as')).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  // [PA31]
  await expect(page.getByText('Your session ended.')).toBeHidden();
});

test('[OA47] signing out without a network happens once it is back', async ({ page }) => {
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

test('unsaved notes are kept for the person who typed them, on a shared tablet', async ({
  page,
  browser,
}) => {
  const { email: maria } = await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team);
  const other = await browser.newContext();
  const { email: jordan } = await register(other, 'Jordan');
  const invitation = { role: 'lead', days: 7, once: true };
  const made = await page.request.post(`/api/teams/${team}/invitations`, { data: invitation });
  await other.request.post(`/api/invitations/${(await made.json()).token}/accept`, { data: {} });

  await remember(page, { team, layout });
  await page.goto('/editor/overview');
  const notes = page.getByRole('textbox', { name: 'Shift notes' });
  await notes.click();
  await expect(page.locator('.ql-container .ql-editor')).toBeVisible();
  await notes.pressSequentially('For Jordan’s review');
  await expect(notes).toHaveText('For Jordan’s review');
  const changeTo = async (email: string, name: string) => {
    await page.getByRole('link', { name }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
  };
  await changeTo(jordan, 'Maria Sample');
  await expect(notes).toHaveText('');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await changeTo(maria, 'Jordan Sample');
  await expect(notes).toHaveText('For Jordan’s review');
});
