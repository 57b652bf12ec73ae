import { businessDay } from '../../domain/time/date.ts';
import {
  atPage,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  type Locator,
  lunch,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../test/page/restaurant.ts';

type Part = readonly [role: Parameters<Page['getByRole']>[0], ...names: string[]];

/** Each of these exists under the exact name in the specification. */
async function expectParts(within: Page | Locator, parts: readonly Part[]) {
  for (const [role, ...names] of parts) {
    for (const name of names) {
      await expect(within.getByRole(role, { name, exact: true }), `${role} ${name}`).toBeVisible();
    }
  }
}

const breakfast = { ...lunch, id: 'breakfast', name: 'Breakfast', startTime: '6:00 AM', endTime: '10:30 AM' };
const late = shiftOf('Chloe Davis', { startTime: '2:00 PM', endTime: '10:00 PM', note: 'Closes' });
const liam = shiftOf('Liam Park');

/** A team with a template and a selected layout: Liam works through lunch, Chloe after it. */
async function openDay(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team);
  const layout = await createLayout(page.context(), team, {
    notes: [{ insert: 'Fryer 2 is slow\n' }],
    shifts: [liam, late],
    rotations: [breakfast, lunch],
  });
  remember(page, { team, layout });
  return { team, template };
}

test('the sign-in pages have all their parts', async ({ page }) => {
  await page.goto('/login');
  await expectParts(page, [
    ['textbox', 'Email', 'Password'],
    ['button', 'Sign In'],
  ]);
  await page.getByRole('link', { name: 'Need to register?' }).click();
  await expect(page).toHaveURL('/register');
  await expectParts(page, [
    ['textbox', 'First Name', 'Last Name', 'Email', 'Password', 'Confirm Password'],
    ['button', 'Register'],
  ]);
});

test('the day view has all its parts', async ({ page }) => {
  await openDay(page);
  await page.goto('/');
  await page.getByRole('button', { name: /Lunch/ }).click();
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
  await expect(page.getByRole('textbox'), 'to read only').toHaveCount(0);
  await expect(page.getByRole('button', { name: /Breakfast/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Liam Park, break 1/ })).toBeVisible();
  await expect(page.getByText('Chloe'), 'no timer outside their shift').toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
  await expect(page.getByText('Register 1')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/11\/21\/2026/);
  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(page).toHaveURL(/\/layouts/);
});

test('the editor has all its parts', async ({ page }) => {
  await openDay(page);
  await page.goto('/editor/overview');
  await expectParts(page.getByRole('navigation', { name: 'Editor' }), [
    ['link', 'Overview', 'Shifts', 'Rotations', 'Return'],
  ]);
  await expect(
    page.getByRole('banner').or(page.getByRole('main')).getByText('11/21/2026').first(),
  ).toBeVisible();
  await expect(page.getByRole('main').getByText('Front of House', { exact: true })).toBeVisible();
  await expectParts(page, [
    ['textbox', 'Shift notes'],
    ['button', 'Save'],
  ]);

  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await expectParts(page, [
    ['columnheader', 'Team Member', 'Start', 'End', 'Job', 'Note', 'Actions'],
    ['link', 'Add Shift', 'Edit Chloe Davis'],
    ['button', 'Delete Chloe Davis'],
  ]);
  await expect(page.locator('th .visually-hidden'), 'headings that are only spoken').toHaveCount(0);
  await expect(page.getByRole('row').last()).toHaveText(/Chloe Davis.*2:00 PM.*10:00 PM.*Closes/);

  await page.getByRole('link', { name: 'Add Shift', exact: true }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts/add'));
  await expectParts(page, [
    // with names and jobs to choose from
    ['combobox', 'Name', 'Job'],
    ['textbox', 'Start Time', 'End Time', 'Note'],
    ['button', 'Save'],
  ]);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));

  await page.getByRole('link', { name: 'Rotations', exact: true }).click();
  await page.getByRole('button', { name: /Lunch/ }).click();
  const waiting = page.getByRole('complementary', { name: 'Unassigned' });
  await expect(waiting.getByText('Liam Park')).toBeVisible();
  await expect(waiting.getByText('Chloe Davis'), 'does not overlap').toHaveCount(0);
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL(atPage('/'));
});

test('the layout pages have all their parts', async ({ page }) => {
  await openDay(page);
  await page.goto('/layouts?date=2026-11-21');
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-11-21');
  await expectParts(page, [
    ['columnheader', 'Date', 'Area', 'Template'],
    ['link', 'New Layout', 'Edit Templates'],
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Front of House' });
  await expect(row).toHaveText(/11\/21\/2026.*Front of House.*Weekday/);
  await expect(row.getByRole('button', { name: /^Select/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await page.getByRole('link', { name: 'New Layout' }).click();
  await expect(page.getByLabel('Date', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Template', { exact: true })).toBeVisible();
  await expectParts(page, [['button', 'Create']]);
  await page.goto('/layouts');
  await page.getByRole('link', { name: 'Edit Templates' }).click();
  await expect(page).toHaveURL('/templates');
});

for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
  test(`[D3] layouts are for today in ${timeZone}, wherever the browser is`, async ({ page }) => {
    await register(page.context());
    const { team } = await createTeam(page.context(), { timeZone });
    await createTemplate(page.context(), team);
    remember(page, { team });
    const today = () => businessDay(Date.now(), timeZone, '4:00 AM');
    for (const path of ['/layouts', '/layouts/setup']) {
      await page.goto(path);
      await expect
        .poll(async () => (await page.getByLabel('Date', { exact: true }).inputValue()) === today())
        .toBe(true);
    }
  });
}

test('account and team have all their parts', async ({ page }) => {
  await openDay(page);
  await page.goto('/account');
  const facts = page.getByRole('main');
  for (const label of ['UID', 'Email', 'First Name', 'Last Name']) {
    await expect(facts.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(facts.getByText('Maria', { exact: true })).toBeVisible();
  await expect(facts.getByText('Maple & 4th').first()).toBeVisible();
  await page.goto('/team');
  await expect(page.getByLabel('Team Name', { exact: true })).toHaveValue('Maple & 4th');
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('Maria Sample');
  await expect(page.getByLabel('Work time per break (minutes)')).toHaveValue('300');
  await expect(page.getByLabel('Break length (minutes)')).toHaveValue('30');
  await expectParts(page, [['button', 'Rename Front of House', 'Rename Kitchen']]);
  await expect(page.getByLabel('Color', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Logo URL', { exact: true })).toBeVisible();
});

test('the template pages have all their parts', async ({ page }) => {
  const { template } = await openDay(page);
  await page.goto('/templates');
  await expectParts(page, [
    ['columnheader', 'Name', 'Area'],
    ['link', 'New Template', 'Edit Weekday'],
  ]);
  await page.getByRole('link', { name: 'New Template' }).click();
  await expect(page).toHaveURL('/templates/setup');
  await expect(page.getByLabel('Template Name', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Area', { exact: true })).toBeVisible();
  await expectParts(page, [['button', 'Create']]);

  await page.goto(`/templates/${template}`);
  await expectParts(page.getByRole('navigation', { name: 'Template' }), [
    ['link', 'Overview', 'Rotations', 'Return'],
  ]);
  await expect(page.getByLabel('Template Name', { exact: true })).toHaveValue('Weekday');
  await expect(page.getByLabel('Area', { exact: true })).toHaveValue('Front of House');
  await expectParts(page, [
    ['textbox', 'Shift notes'],
    ['button', 'Save'],
  ]);

  await page.getByRole('link', { name: 'Rotations', exact: true }).click();
  await expectParts(page, [
    ['link', 'Add Rotation', 'Edit Rotation Lunch', 'Add Subarea to Lunch', 'Rename Area Front Counter'],
    ['link', 'Add Position to Front Counter'],
    ['button', 'Delete Rotation Lunch', 'Delete Area Front Counter'],
  ]);
  await page.getByRole('link', { name: 'Add Rotation' }).click();
  await expect(page).toHaveURL(`/templates/${template}/rotations/add`);
  await expectParts(page, [['textbox', 'Rotation Name', 'Start Time', 'End Time']]);
  await page.goto(`/templates/${template}/rotations/0/add`);
  await expectParts(page, [['textbox', 'Subarea Name']]);
  await page.goto(`/templates/${template}/rotations/0/0/add`);
  await expectParts(page, [['textbox', 'Position Name']]);
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/templates');
});

test('the header has all its parts', async ({ page }) => {
  await openDay(page);
  await createTeam(page.context(), { name: 'Oak & 9th' });
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Day view' }).locator('svg')).toBeVisible();
  const menu = header.getByRole('button', { name: /Team menu/ });
  for (const [item, address] of [
    ['View Layouts', '/layouts'],
    ['Manage Team', '/team'],
  ] as const) {
    await menu.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page).toHaveURL(address);
  }
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /^Maple & 4th.*current$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Oak & 9th/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await header.getByRole('link', { name: 'Maria Sample' }).click();
  await expect(page).toHaveURL('/account');
});

test('with no layout selected, nothing can change one', async ({ page }) => {
  const { team } = await openDay(page);
  const layout = localStorage.getItem('selectedLayout') ?? '';
  const before = await read(page.context(), team, layout);
  localStorage.removeItem('selectedLayout');
  for (const path of [
    ...['/editor', '/editor/overview', '/editor/shifts', '/editor/shifts/add'],
    ...['/editor/shifts/import', '/editor/rotations', '/editor/plan', '/editor/plan/add'],
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/^[^?]*\/layouts(\?|$)/);
  }
  await expect(page.getByRole('heading', { name: 'Layouts' })).toBeVisible();
  expect(await read(page.context(), team, layout)).toEqual(before);
});
