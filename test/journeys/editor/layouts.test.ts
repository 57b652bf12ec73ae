import { expect, type Locator, type Page } from '@playwright/test';
import type { Template } from '../../../domain/template/template.ts';
import { look } from '../look.ts';
import {
  atPage,
  change,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  newId,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const friday = '/layouts?date=2026-11-20';
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const selectOf = (page: Page, words: string) => page.getByRole('button', { name: `Select ${words}` });
const gone = 'That layout was deleted. Choose another.';

async function fromMenu(page: Page, words: string, item: string) {
  await page.getByRole('button', { name: `More for ${words}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function tabTo(page: Page, wanted: Locator) {
  for (let tabs = 0; tabs < 40; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

/** A manager with two layouts on a Friday, the first one selected. */
async function openFriday(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const chloe = shiftOf('Chloe Davis');
  const seated = structuredClone(lunch);
  Object.assign(seated.subareas[0]?.positions[0] ?? {}, { seats: [chloe.id] });
  const layout = await createLayout(page.context(), team, {
    date: '2026-11-20',
    notes: [{ insert: 'Fryer 2 is slow\n' }],
    shifts: [chloe],
    rotations: [seated],
  });
  const press = {
    type: 'break.press',
    shift: chloe.id,
    slot: 0,
    wants: 'start',
    at: 1_000,
    by: null,
  } as const;
  await change(page.context(), team, layout, press);
  const kitchen = await createLayout(page.context(), team, {
    date: '2026-11-20',
    area: 'Kitchen',
    template: 'Grill',
  });
  await remember(page, { team, layout });
  return { team, layout, kitchen };
}

test('[LA8] [LA14] [LA16] layouts of a date are sorted by area, and deleting one has Undo', async ({
  page,
}) => {
  const { team, layout } = await openFriday(page);
  const other = await colleague(page, team, 'lead');
  await remember(other, { team, layout });
  await Promise.all([page.goto(friday), other.goto('/editor/overview')]);
  await expect(page.getByRole('row')).toContainText(['Date', 'Front of House', 'Kitchen']);
  await expect(row(page, 'Front of House')).toContainText('Selected');
  await expect(other.getByRole('link', { name: '11/20/2026' })).toBeVisible();

  await fromMenu(page, 'Front of House, Weekday', 'Delete');
  // under the pointer, the message waits for what the other page is asked
  await page.getByRole('status', { name: 'Messages' }).getByRole('listitem').hover();
  await expect(row(page, 'Front of House')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More for Kitchen, Grill' })).toBeFocused();
  await expect(page.getByText(gone), 'who deleted it knows').toHaveCount(0);
  await expect(other.getByText(gone)).toBeVisible();
  await expect(other, 'with the page they came from').toHaveURL('/layouts?from=%2Feditor%2Foverview');
  expect(await other.evaluate(() => localStorage.getItem('selectedLayout'))).toBeNull();
  const path = `/api/teams/${team}/documents/${layout}`;
  expect((await page.context().request.get(path)).status()).toBe(404);

  await other.goto(friday);
  await expect(selectOf(other, 'Kitchen, Grill')).toBeVisible();
  await expect(selectOf(other, 'Front of House, Weekday')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Front of House')).toContainText('Selected');
  await selectOf(other, 'Front of House, Weekday').click();
  await expect(other.getByText('Fryer 2 is slow')).toBeVisible();
});

test('[LA8] a layout deleted offline is gone at once, and for others once back online', async ({ page }) => {
  const { team, kitchen } = await openFriday(page);
  const other = await colleague(page, team, 'viewer');
  await remember(other, { team });
  await Promise.all([page.goto(friday), other.goto(friday)]);
  // what opens a menu for the first time is loaded then
  await page.getByRole('button', { name: 'More for Kitchen, Grill' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selectOf(other, 'Kitchen, Grill')).toBeVisible();
  await expect(other.getByRole('button', { name: /^(More|Edit)/ })).toHaveCount(0);
  await page.context().setOffline(true);
  await fromMenu(page, 'Kitchen, Grill', 'Delete');
  await expect(row(page, 'Kitchen')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Kitchen')).toHaveCount(1);
  await fromMenu(page, 'Kitchen, Grill', 'Delete');
  await fromMenu(page, 'Front of House, Weekday', 'Move to another area');
  await page.getByLabel('Area', { exact: true }).selectOption('Kitchen');
  await page.getByRole('button', { name: 'Move' }).click();
  await expect(selectOf(page, 'Kitchen, Weekday')).toBeVisible();
  await expect(selectOf(other, 'Kitchen, Grill'), 'nobody else knows yet').toBeVisible();

  await page.context().setOffline(false);
  await expect(selectOf(other, 'Kitchen, Weekday')).toBeVisible();
  await expect(selectOf(other, 'Kitchen, Grill')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(1);
  const path = `/api/teams/${team}/documents/${kitchen}`;
  expect((await page.context().request.get(path)).status()).toBe(404);
});

test('[LA7] [LA11] a day can be copied with or without its people', async ({ page }) => {
  const { team } = await openFriday(page);
  await page.goto(friday);
  await fromMenu(page, 'Front of House, Weekday', 'Copy to another day');
  await expect(page.getByLabel('Layout', { exact: true })).toHaveValue(/.+/);
  await look(page, 'copying a day');
  await page.getByLabel('Date', { exact: true }).fill('2026-11-27');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(atPage('/editor/overview'));
  await expect(page.getByRole('link', { name: '11/27/2026' })).toBeVisible();
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
  const opened = () => new URL(page.url()).searchParams.get('layout') ?? '';
  const stored = async () => read(page.context(), team, opened());
  await expect(async () =>
    expect(await stored()).toMatchObject({ shifts: [{ teamMember: 'Chloe Davis', breaks: [null] }] }),
  ).toPass();
  const copy = await stored();
  expect(copy.rotations[0]?.subareas[0]?.positions[0]?.seats).toEqual([copy.shifts[0]?.id]);

  await page.goto('/layouts/setup?date=2026-11-28');
  await page.getByRole('button', { name: 'From another day' }).click();
  await expect(page.getByLabel('Day to copy'), 'the last day with a layout').toHaveValue('2026-11-27');
  await page.getByLabel('Day to copy').fill('2026-11-21');
  await expect(page.getByText('No layouts on Saturday, 11/21/2026')).toBeVisible();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/setup/);
  await page.getByLabel('Day to copy').fill('2026-11-27');
  await expect(page.getByLabel('Layout', { exact: true })).toHaveValue(/.+/);
  await page.getByLabel('Copy shifts and positions').uncheck();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/28/2026' })).toBeVisible();
  await expect(async () =>
    expect(await stored()).toMatchObject({ shifts: [], date: '2026-11-28', area: 'Front of House' }),
  ).toPass();
});

test('[LA2] a new layout needs a date and a template, with errors at the fields', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await remember(page, { team });
  await page.goto('/layouts?date=2026-12-24');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create' }), 'with nothing to create it from').toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Date'), 'the day shown before').toHaveValue('2026-12-24');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await look(page, '/layouts/setup without templates');
  await page.getByRole('link', { name: 'New Template' }).click();
  await expect(page).toHaveURL('/templates/setup');

  await createTemplate(page.context(), team, { notes: [{ insert: 'Lock the back door\n' }] });
  await createTemplate(page.context(), team, { name: 'Weekend' });
  await page.goto('/layouts/setup');
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await expect(page.getByText('Choose a template.')).toBeVisible();
  await expect(page.getByLabel('Template')).toBeFocused();
  await page.getByLabel('Template').selectOption({ label: 'Weekday · Front of House' });
  await page.getByLabel('Date', { exact: true }).fill('');
  await create.click();
  await expect(page.getByText('Choose a date.')).toBeVisible();
  await expect(page.getByLabel('Template'), 'the choice is kept').toHaveValue(/.+/);
  await page.getByLabel('Date', { exact: true }).fill('2026-12-24');
  await create.click();
  await expect(page.getByRole('link', { name: '12/24/2026' })).toBeVisible();
  await expect(page.getByText('Lock the back door'), 'the template’s notes').toBeVisible();
});

const hostile = ['😀 مساء الخير', '<b onclick=alert(1)>Fri</b>', 'x'.repeat(100)];

test('[TM5] a day can be saved as a template', async ({ page }) => {
  const { team } = await openFriday(page);
  await page.goto(friday);
  await fromMenu(page, 'Front of House, Weekday', 'Save as template');
  const name = page.getByLabel('Template Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Weekday copy');
  await look(page, 'saving as a template');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const [typed, sentence] of [
    ['  ', 'Invalid name or area'],
    ['x'.repeat(10_000), 'That name is too long. Use 100 characters or fewer.'],
  ] as const) {
    await name.fill(typed);
    await save.click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(name).toHaveValue(typed);
  }
  for (const typed of hostile) {
    await name.fill(typed);
    await save.click();
    await expect(page.getByText(`${typed} saved as a template`)).toBeVisible();
    await fromMenu(page, 'Front of House, Weekday', 'Save as template');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for Front of House, Weekday' })).toBeFocused();
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page).toHaveURL(/\/templates\/[\w-]+$/);
  const template = await read<Template>(page.context(), team, page.url().split('/').pop() ?? '');
  expect(template).toMatchObject({ name: hostile[2], notes: [{ insert: 'Fryer 2 is slow\n' }] });
  expect(JSON.stringify(template)).not.toContain('seats":["');
});

test('the actions of a layout work by keyboard', async ({ page }) => {
  await openFriday(page);
  await page.goto(friday);
  const more = page.getByRole('button', { name: 'More for Kitchen, Grill' });
  await expect(more).toBeVisible();
  await look(page, 'two layouts on a date');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move to another area' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Area', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move to another area' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Kitchen')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More for Front of House, Weekday' })).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
  await expect(more).toBeVisible();
});

test('[CH8] over HTTP, only managers can delete and restore a layout', async ({ page }) => {
  const { team, layout } = await openFriday(page);
  const lead = await colleague(page, team, 'lead');
  const path = `/api/teams/${team}/documents/${layout}`;
  const send = (who: Page, change: object) =>
    who.context().request.post(`${path}/changes`, { data: { id: newId(), change } });
  expect((await send(lead, { type: 'layout.delete' })).status()).toBe(403);
  expect((await send(page, { type: 'layout.delete' })).status()).toBe(200);
  const refused = await send(lead, { type: 'shift.delete', shift: 'x' });
  expect((await refused.json()).problem).toMatchObject({ code: 'document-missing' });
  expect((await lead.context().request.get(path)).status()).toBe(404);
  expect((await send(page, { type: 'layout.restore' })).status()).toBe(200);
  expect((await lead.context().request.get(path)).status()).toBe(200);
});
