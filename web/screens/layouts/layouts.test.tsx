import type { Template } from '../../../domain/team/template.ts';
import {
  atPage,
  change,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const friday = '/layouts?date=2026-11-20';
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const selectOf = (page: Page, words: string) => page.getByRole('button', { name: `Select ${words}` });
const gone = 'That layout was deleted. Choose another.';

async function fromMenu(page: Page, words: string, item: string) {
  await page.getByRole('button', { name: `More for ${words}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
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
  remember(page, { team, layout });
  return { team, layout, kitchen };
}

test('[LA20] [LA21] [LA22] [LA23] the week says what is missing, and preparing tomorrow leaves today’s board', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const chloe = shiftOf('Chloe Davis');
  const seated = structuredClone(lunch);
  Object.assign(seated.subareas[0]?.positions[0] ?? {}, { seats: [chloe.id] });
  const on = (date: string) =>
    createLayout(page.context(), team, { date, shifts: [chloe], rotations: [seated] });
  const today = await on('2026-11-21');
  await on('2026-11-22');
  await createTemplate(page.context(), team);
  remember(page, { team, layout: today });
  await page.goto('/layouts');
  const days = page.getByRole('row');
  await expect(days).toContainText(['Date', 'Today', 'Sunday', 'Monday', ...Array(4).fill('No layout yet')]);
  await expect(row(page, 'Sunday')).toContainText('1 open at Lunch');

  const edit = page.getByRole('button', { name: 'Edit Front of House, Weekday' });
  await edit.nth(1).click();
  await expect(page.getByRole('link', { name: '11/22/2026' })).toBeVisible();
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Chloe Davis' }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: '11/22/2026' })).toBeVisible();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11/21/2026');
  await expect(page.getByText('Chloe').first()).toBeVisible();

  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(row(page, 'Sunday'), 'what this page changed').toContainText('No shifts yet');
  await expect(row(page, 'Today')).toContainText('Selected');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await expect(page.getByLabel('Date', { exact: true }), 'the first day without').toHaveValue('2026-11-23');
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/23/2026' })).toBeVisible();
  const stays = page.getByText('The day view stays on Saturday 11/21/2026 · Front of House.');
  await expect(stays).toBeVisible();
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11/21/2026');
  await page.goBack();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(page.getByText('The day view shows Monday 11/23/2026 · Front of House')).toBeVisible();
  await expect(stays).toBeHidden();
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11/23/2026');
});

test('[LA16] layouts of a date are sorted by area, and deleting one has Undo', async ({ page }) => {
  const { team, layout } = await openFriday(page);
  const other = await colleague(page, team, 'lead');
  await page.goto(friday);
  await expect(page.getByRole('row')).toContainText(['Date', 'Front of House', 'Kitchen']);
  await expect(row(page, 'Front of House')).toContainText('Selected');

  await fromMenu(page, 'Front of House, Weekday', 'Delete');
  // under the pointer, the message waits
  await page.getByRole('status', { name: 'Messages' }).getByRole('listitem').hover();
  await expect(row(page, 'Front of House')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More for Kitchen, Grill' })).toBeFocused();
  const path = `/api/teams/${team}/documents/${layout}`;
  await expect.poll(async () => (await other.request.get(path)).status()).toBe(404);
  await expect(page.getByText(gone), 'who deleted it knows').toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Front of House')).toContainText('Selected');
  await expect.poll(async () => (await other.request.get(path)).status()).toBe(200);
});

test('[LA15] whoever has a deleted layout open chooses another, until it is restored', async ({ page }) => {
  const { team, layout } = await openFriday(page);
  const [manager, lead] = [page.context(), await colleague(page, team, 'lead')];
  await page.handTo(lead);
  await page.goto('/editor/overview');
  await expect(page.getByRole('link', { name: '11/20/2026' })).toBeVisible();
  await change(manager, team, layout, { type: 'layout.delete' });
  await expect(page.getByText(gone)).toBeVisible();
  await expect(page, 'with the page they came from').toHaveURL('/layouts?from=%2Feditor%2Foverview');
  expect(localStorage.getItem('selectedLayout')).toBeNull();

  await page.goto(friday);
  await expect(selectOf(page, 'Kitchen, Grill')).toBeVisible();
  await expect(selectOf(page, 'Front of House, Weekday')).toHaveCount(0);
  await change(manager, team, layout, { type: 'layout.restore' });
  await selectOf(page, 'Front of House, Weekday').click();
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
});

test('a layout deleted offline is gone at once, and for others once back online', async ({ page }) => {
  const { team, layout, kitchen } = await openFriday(page);
  const viewer = await colleague(page, team, 'viewer');
  await page.goto(friday);
  // what opens a menu for the first time is loaded then
  await page.getByRole('button', { name: 'More for Kitchen, Grill' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.keyboard.press('Escape');
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
  expect(await read(viewer, team, kitchen), 'nobody else knows yet').toMatchObject({ template: 'Grill' });
  expect(await read(viewer, team, layout)).toMatchObject({ area: 'Front of House' });

  await page.context().setOffline(false);
  const path = `/api/teams/${team}/documents/${kitchen}`;
  await expect.poll(async () => (await viewer.request.get(path)).status()).toBe(404);
  await expect.poll(() => read(viewer, team, layout)).toMatchObject({ area: 'Kitchen' });
  await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(1);
});

test('the list follows what others delete and move, and a viewer can change nothing', async ({ page }) => {
  const { team, layout, kitchen } = await openFriday(page);
  const [manager, viewer] = [page.context(), await colleague(page, team, 'viewer')];
  await page.handTo(viewer);
  localStorage.removeItem('selectedLayout');
  await page.goto(friday);
  await expect(selectOf(page, 'Kitchen, Grill')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(More|Edit)/ })).toHaveCount(0);
  await change(manager, team, kitchen, { type: 'layout.delete' });
  await change(manager, team, layout, { type: 'layout.area', area: 'Kitchen' });
  await expect(selectOf(page, 'Kitchen, Weekday')).toBeVisible();
  await expect(selectOf(page, 'Kitchen, Grill')).toHaveCount(0);
});

test('[LA7] a day can be copied with or without its people', async ({ page }) => {
  const { team } = await openFriday(page);
  await page.goto(friday);
  await fromMenu(page, 'Front of House, Weekday', 'Copy to another day');
  await expect(page.getByLabel('Layout', { exact: true })).toHaveValue(/.+/);
  await page.getByLabel('Date', { exact: true }).fill('2026-11-27');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(atPage('/editor/overview'));
  await expect(page.getByRole('link', { name: '11/27/2026' })).toBeVisible();
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
  const opened = () => new URL(page.url()).searchParams.get('layout') ?? '';
  const stored = async () => read(page.context(), team, opened());
  // shown here before the server has it
  const sent = () => stored().catch(() => null);
  await expect.poll(sent).toMatchObject({ shifts: [{ teamMember: 'Chloe Davis', breaks: [null] }] });
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
  await expect.poll(sent).toMatchObject({ shifts: [], date: '2026-11-28', area: 'Front of House' });
});

test('[LA2] a new layout needs a date and a template, with errors at the fields', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  remember(page, { team });
  await page.goto('/layouts?date=2026-12-24');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create' }), 'with nothing to create it from').toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Date'), 'the day shown before').toHaveValue('2026-12-24');
  await page.getByRole('link', { name: 'New Layout' }).click();
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
  await expect(name).toHaveValue('Weekday copy');
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
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page).toHaveURL(/\/templates\/[\w-]+$/);
  // the page opens before the server has it
  const template = () => read<Template>(page.context(), team, page.url().split('/').pop() ?? '');
  await expect.poll(template).toMatchObject({ name: hostile[2], notes: [{ insert: 'Fryer 2 is slow\n' }] });
  expect(JSON.stringify(await template())).not.toContain('seats":["');
});
