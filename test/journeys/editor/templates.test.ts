import { expect, type Page } from '@playwright/test';
import type { Template } from '../../../domain/template/template.ts';
import { look } from '../look.ts';
import { colleague, createTeam, createTemplate, read, register, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const cell = (page: Page, words: string) => page.getByRole('cell', { name: words, exact: true });
const press = (page: Page, what: string) => page.getByRole('button', { name: what, exact: true }).click();

/** Two managers, each in their own browser, on the templates Weekday and Weekend. */
async function openTemplates(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const weekday = await createTemplate(page.context(), team, { notes: [{ insert: 'Lock up\n' }] });
  await createTemplate(page.context(), team, { name: 'Weekend', area: 'Kitchen' });
  await remember(page, { team });
  const other = await colleague(page, team, 'manager');
  await remember(other, { team });
  await page.goto('/templates');
  await expect(page.getByRole('row')).toContainText(['Name', 'Weekday', 'Weekend']);
  return { team, weekday, other };
}

test('[TM4] [TM8] a template is duplicated under a new name, for everyone', async ({ page }) => {
  const { team, other } = await openTemplates(page);
  await other.goto('/templates');
  await look(page, 'two templates');
  await press(page, 'Duplicate Weekday');
  await expect(cell(page, 'Weekday copy')).toBeVisible();
  await expect(cell(other, 'Weekday copy')).toBeVisible();
  await press(page, 'Duplicate Weekday copy');
  await expect(cell(page, 'Weekday copy 2')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page).toHaveURL(/\/templates\/[\w-]+$/);
  const copied = () => read<Template>(page.context(), team, page.url().split('/').pop() ?? '');
  // shown here before the server has it
  const sent = () => copied().catch(() => null);
  await expect.poll(sent).toMatchObject({ name: 'Weekday copy 2', notes: [{ insert: 'Lock up\n' }] });
  expect((await copied()).rotations).toMatchObject([{ name: 'Lunch', startTime: '10:30 AM' }]);
  expect((await copied()).rotations[0]?.id).not.toBe('lunch');
});

test('[TM6] [TM9] someone editing a deleted template is told and redirected, and Undo restores it', async ({
  page,
}) => {
  const { weekday, other } = await openTemplates(page);
  await other.goto(`/templates/${weekday}/rotations`);
  await expect(other.getByText('Lunch', { exact: true }).first()).toBeVisible();
  await press(page, 'Delete Weekday');
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Weekend' })).toBeFocused();
  await expect(other.getByText('That template was deleted.')).toBeVisible();
  await expect(other).toHaveURL('/templates');
  await expect(cell(other, 'Weekday')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Weekday')).toBeVisible();
  await expect(cell(other, 'Weekday')).toBeVisible();
  await other.getByRole('link', { name: 'Edit Weekday', exact: true }).click();
  await expect(other.getByText('Lock up')).toBeVisible();
});

test('[TM6] a template deleted offline is deleted for others once back online', async ({ page }) => {
  const { other } = await openTemplates(page);
  await other.goto('/templates');
  await expect(cell(other, 'Weekday')).toBeVisible();
  await page.context().setOffline(true);
  await press(page, 'Delete Weekday');
  await expect(cell(page, 'Weekday')).toHaveCount(0);
  await press(page, 'Duplicate Weekend');
  await expect(page.getByText('Can’t reach Lineup.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(cell(other, 'Weekday')).toHaveCount(0);
  await press(page, 'Duplicate Weekend');
  await expect(cell(other, 'Weekend copy')).toBeVisible();
  await expect(cell(page, 'Weekday')).toHaveCount(0);
});

test('[TM11] a team without templates is offered to create one', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await createTemplate(page.context(), team);
  await remember(page, { team });
  await page.goto('/templates');
  await press(page, 'Delete Weekday');
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Template' })).toBeFocused();
  await look(page, 'no templates');
});
