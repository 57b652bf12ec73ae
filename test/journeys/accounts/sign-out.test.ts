import { expect } from '@playwright/test';
import { createLayout, createTeam, password, register, remember, test } from '../restaurant.ts';

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
  await expect(page.locator('.ql-editor')).toHaveText('');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await changeTo(maria, 'Jordan Sample');
  await expect(page.locator('.ql-editor')).toHaveText('For Jordan’s review');
});
