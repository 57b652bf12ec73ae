import type { Template } from '../../../domain/team/template.ts';
import {
  change,
  colleague,
  createTeam,
  createTemplate,
  expect,
  type Page,
  read,
  register,
  remember,
  test,
} from '../../../test/page/restaurant.ts';

const cell = (page: Page, words: string) => page.getByRole('cell', { name: words, exact: true });
const press = (page: Page, what: string) => page.getByRole('button', { name: what, exact: true }).click();

/** Two managers, one at the list of the templates Weekday and Weekend. */
async function openTemplates(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const weekday = await createTemplate(page.context(), team, { notes: [{ insert: 'Lock up\n' }] });
  await createTemplate(page.context(), team, { name: 'Weekend', area: 'Kitchen' });
  remember(page, { team });
  const other = await colleague(page, team, 'manager');
  await page.goto('/templates');
  await expect(page.getByRole('row')).toContainText(['Name', 'Weekday', 'Weekend']);
  return { team, weekday, other };
}

test('[TM8] a template is duplicated under a new name, for everyone', async ({ page }) => {
  const { team, other } = await openTemplates(page);
  await createTemplate(other, team, { name: 'Holiday' });
  await expect(cell(page, 'Holiday'), 'what another manager made').toBeVisible();
  await press(page, 'Duplicate Weekday');
  await expect(cell(page, 'Weekday copy')).toBeVisible();
  await press(page, 'Duplicate Weekday copy');
  await expect(cell(page, 'Weekday copy 2')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page).toHaveURL(/\/templates\/[\w-]+$/);
  const copied = () => read<Template>(other, team, page.url().split('/').pop() ?? '');
  // shown here before the server has it
  const sent = () => copied().catch(() => null);
  await expect.poll(sent).toMatchObject({ name: 'Weekday copy 2', notes: [{ insert: 'Lock up\n' }] });
  expect((await copied()).rotations).toMatchObject([{ name: 'Lunch', startTime: '10:30 AM' }]);
  expect((await copied()).rotations[0]?.id).not.toBe('lunch');
  await page.handTo(other);
  await page.goto('/templates');
  for (const name of ['Weekday copy', 'Weekday copy 2']) await expect(cell(page, name)).toBeVisible();
});

test('[TM6] [TM9] someone editing a deleted template is told and redirected', async ({ page }) => {
  const { team, weekday, other } = await openTemplates(page);
  await page.goto(`/templates/${weekday}/rotations`);
  await expect(page.getByText('Lunch', { exact: true }).first()).toBeVisible();
  await change(other, team, weekday, { type: 'template.delete' });
  await expect(page.getByText('That template was deleted.')).toBeVisible();
  await expect(page).toHaveURL('/templates');
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await change(other, team, weekday, { type: 'template.restore' });
  await expect(cell(page, 'Weekday')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Weekday', exact: true }).click();
  await expect(page.getByText('Lock up')).toBeVisible();
});

test('[TM6] [TM9] a template is deleted for everyone, and Undo restores it', async ({ page }) => {
  const { team, weekday, other } = await openTemplates(page);
  const status = async () => (await other.request.get(`/api/teams/${team}/documents/${weekday}`)).status();
  await press(page, 'Delete Weekday');
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Weekend' })).toBeFocused();
  await expect.poll(status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Weekday')).toBeVisible();
  await expect.poll(status).toBe(200);
});

test('[TM6] a template deleted offline is deleted for others once back online', async ({ page }) => {
  const { team, weekday, other } = await openTemplates(page);
  const status = async () => (await other.request.get(`/api/teams/${team}/documents/${weekday}`)).status();
  await page.context().setOffline(true);
  await press(page, 'Delete Weekday');
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await press(page, 'Duplicate Weekend');
  await expect(page.getByText('Can’t reach Lineup.')).toBeVisible();
  expect(await status()).toBe(200);
  await page.context().setOffline(false);
  await expect.poll(status).toBe(404);
  await press(page, 'Duplicate Weekend');
  await expect(cell(page, 'Weekend copy')).toBeVisible();
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await page.handTo(other);
  await page.goto('/templates');
  await expect(cell(page, 'Weekend copy')).toBeVisible();
  await expect(cell(page, 'Weekday')).toHaveCount(0);
});

test('[TM11] a team without templates is offered to create one', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await createTemplate(page.context(), team);
  remember(page, { team });
  await page.goto('/templates');
  await press(page, 'Delete Weekday');
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Template' })).toBeFocused();
});
