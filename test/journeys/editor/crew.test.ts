import { expect } from '@playwright/test';
import { look } from '../look.ts';
import { change, createLayout, openTeam, shiftOf, test } from '../restaurant.ts';

test('[CR10] [CR5] [CR13] [CR16] the crew is found, asked about, renamed, merged and taken apart on its page', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const context = page.context();
  const layout = await createLayout(context, team, { shifts: [shiftOf('Maria Garcia'), shiftOf('Sam Lee')] });
  const late = { startTime: '4:00 PM', endTime: '9:00 PM', schedule: 'Grill' };
  await change(context, team, layout, { type: 'shift.add', shift: shiftOf('Maria G.', late), seats: [] });
  await page.goto('/');
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Crew' }).click();
  await expect(page.getByRole('heading', { name: 'Who Is This?' })).toBeVisible();
  await look(page, 'the crew');

  await page.getByRole('button', { name: 'Same person: Is Maria G. Maria Garcia?' }).click();
  await expect(page.getByRole('heading', { name: 'Who Is This?' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search' }).fill('gar');
  await expect(page.getByRole('status').filter({ hasText: '1 person' })).toBeVisible();
  await page.getByRole('button', { name: 'Open Maria Garcia' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Maria G.')).toBeVisible();
  await look(page, 'the crew');
  await dialog.getByLabel('Name', { exact: true }).fill('Mary Garcia');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open Mary Garcia' })).toBeFocused();

  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: 'Open Sam Lee' }).click();
  await dialog.getByRole('button', { name: 'Merge…' }).click();
  await dialog.getByRole('searchbox', { name: 'Merge into' }).fill('mary');
  await dialog.getByRole('button', { name: /^Mary Garcia/ }).click();
  await expect(page.getByRole('button', { name: 'Open Sam Lee' })).toBeHidden();
  await page.getByRole('button', { name: 'Open Mary Garcia' }).click();
  await dialog.getByRole('button', { name: 'Take back the merge of Sam Lee' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open Sam Lee' })).toBeVisible();
});
