import {
  answered,
  colleague,
  createTeam,
  expect,
  type Locator,
  openTeam,
  post,
  remember,
  test,
} from '../../../test/page/restaurant.ts';

const gone = 'You’re no longer in Maple & 4th.';

test('a team is deleted by typing its name; the next team opens, or /start', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const second = await createTeam(page.context(), { name: 'Oak Street' });
  const { request } = page.context();
  await page.goto('/team');
  await page.getByRole('button', { name: 'Delete Team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Maple & 4th?' });
  const name = dialog.getByLabel('Team Name');
  await expect(name).toBeFocused();
  for (const typed of ['', 'maple', 'x'.repeat(900)]) {
    await name.fill(typed);
    await name.press('Enter');
    await expectAt(name, 'That doesn’t match the team’s name.');
  }
  await name.fill('Maple & 4th');
  await dialog.getByRole('button', { name: 'Delete Team' }).click();
  await expect(page.getByText('Maple & 4th deleted')).toBeVisible();
  await expect(page.getByText(gone)).toHaveCount(0);
  await expect(page.locator('header')).toContainText('Oak Street');
  expect((await request.get(`/api/teams/${team}/documents/${team}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Delete Team' }).click();
  await page.getByRole('dialog').getByLabel('Team Name').fill('Oak Street');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/start');
  await expect(page.getByRole('heading', { name: 'Create or Join a Team' })).toBeVisible();
  expect((await request.get(`/api/teams/${second.team}/documents/${second.team}`)).status()).toBe(404);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Team menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'No teams available' })).toBeVisible();
});

test('a member with a page of a deleted team open sees a message and lands at /start', async ({ page }) => {
  const manager = page.context();
  const { team } = await openTeam(page, {});
  await page.handTo(await colleague(page, team, 'viewer'));
  remember(page, { team });
  await page.goto('/layouts');
  await expect(page.locator('header')).toContainText('Maple & 4th');
  await post(manager, `/api/teams/${team}/delete`, { name: 'Maple & 4th' });
  await expect(page.getByText(gone)).toBeVisible();
  await expect(page).toHaveURL('/start');
});

async function expectAt(field: Locator, sentence: string) {
  await answered(field.page());
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field.page().locator('.field__error')).toHaveText(sentence);
  await expect(field).toHaveAccessibleDescription(new RegExp(`${sentence.replaceAll('.', '\\.')}$`));
}
