import type { Layout } from '../../../domain/day/layout.ts';
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

const list = '/editor/plan';

test('[PL4] [RO8] [IN1] deleting positions unassigns people, and Undo brings them back', async ({ page }) => {
  const { team, layout } = await openDay(page);
  const before = await rotationsOf(page, team, layout);
  await page.goto(list);
  for (const [name, freed] of [
    ['Delete Register 1', 1],
    ['Delete Area Front Counter', 2],
    ['Delete Rotation Lunch', 2],
  ] as const) {
    await page.getByRole('button', { name }).click();
    if (name === 'Delete Rotation Lunch') await confirmDelete(page, '2 people are assigned in Lunch.');
    await expect(
      page.getByText(freed === 1 ? '1 person unassigned' : `${freed} people unassigned`),
    ).toBeVisible();
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name })).toBeVisible();
    await expect.poll(() => rotationsOf(page, team, layout), { message: name }).toEqual(before);
  }

  await page.getByRole('button', { name: 'Delete Register 1' }).click();
  await page.goto('/editor/rotations');
  await expect(page.getByRole('button', { name: 'Ana Diaz', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Unassigned' }).getByText('Ana Diaz')).toBeVisible();

  await page.goto(list);
  await page.getByRole('button', { name: 'Delete Rotation Lunch' }).click();
  await confirmDelete(page, '1 person is assigned in Lunch.');
  await expect(page.getByText('No rotations added yet')).toBeVisible();
  for (const path of ['/', '/editor/rotations']) {
    await page.goto(path);
    await expect(page.getByText('No rotations added yet'), path).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Rotations' }), path).toHaveAttribute(
      'href',
      new RegExp(`^${list}`),
    );
  }
});

test('new rotation times unassign people who no longer overlap, and Undo brings them back', async ({
  page,
}) => {
  const { team, layout } = await openDay(page);
  const before = await rotationsOf(page, team, layout);
  await page.goto(`${list}/0`);
  await fill(page, { 'Start Time': '4p', 'End Time': '8p' });
  await expect(page.getByText(/^Changed the times of Lunch from .* \(2 people unassigned\)$/)).toBeVisible();
  await expect
    .poll(() => rotationsOf(page, team, layout))
    .toMatchObject([{ startTime: '4:00 PM', subareas: [{ positions: [{ seats: [] }, { seats: [] }] }] }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rotationsOf(page, team, layout)).toEqual(before);
});

test('a manager edits the rotations of one day without changing its template', async ({ page }) => {
  const { team, layout, template } = await openDay(page);
  await page.goto('/editor/rotations');
  await page.getByRole('link', { name: 'Edit Rotations' }).click();
  await expect(page).toHaveURL(atPage(list));
  await expect(page.getByText('apply to this day only')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rotations', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.getByRole('link', { name: 'Add Rotation' }).click();
  await expect(page).toHaveURL(atPage(`${list}/add`));
  await fill(page, { 'Rotation Name': 'Dinner', 'Start Time': '5p', 'End Time': '21:00' });
  await expect(page.getByText('No subareas added yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Subarea to Dinner' }).click();
  await expect(page).toHaveURL(atPage(`${list}/1/add`));
  await fill(page, { 'Subarea Name': 'Patio' });
  await expect(page.getByText('No positions added yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Position to Patio' }).click();
  await expect(page).toHaveURL(atPage(`${list}/1/0/add`));
  await fill(page, { 'Position Name': 'Host' });
  await page.getByRole('link', { name: 'Rename Register 1' }).click();
  await expect(page).toHaveURL(atPage(`${list}/0/0/0`));
  await fill(page, { 'Position Name': 'Window' });
  await page.getByRole('link', { name: 'Rename Area Front Counter' }).click();
  await fill(page, { 'Subarea Name': 'Front' });

  const [first, added] = [
    { name: 'Lunch', subareas: [{ name: 'Front', positions: [{ name: 'Window', seats: ['ana'] }, {}] }] },
    {
      name: 'Dinner',
      startTime: '5:00 PM',
      endTime: '9:00 PM',
      subareas: [{ positions: [{ name: 'Host' }] }],
    },
  ];
  await expect.poll(() => rotationsOf(page, team, layout)).toMatchObject([first, added]);
  expect((await read<Template>(page.context(), team, template)).rotations).toEqual([lunch]);

  // a good day is saved as a template
  await page.getByRole('button', { name: 'Save as Template' }).click();
  await fill(page, { 'Template Name': 'Patio day' });
  await expect(page.getByRole('button', { name: 'Save as Template' })).toBeFocused();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(/\/templates\/[\w-]{10,}$/);
  // the page has it before the server
  await expect
    .poll(() => read<Template>(page.context(), team, page.url().split('/').at(-1) ?? ''))
    .toMatchObject({ name: 'Patio day', rotations: [{ name: 'Lunch' }, { name: 'Dinner' }] });
});

test('[PL5] reordering shows on every screen, and everyone keeps their position', async ({ page }) => {
  const { team, layout } = await openDay(page);
  const [manager, lead] = [page.context(), await colleague(page, team, 'lead')];
  await page.goto(list);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Move Register 1 down' }).click();
  await page.handTo(lead);
  await page.goto('/editor/rotations');
  await expect(page.locator('.positions__name')).toHaveText(['Register 2', 'Register 1']);
  await expect(page.locator('.target', { hasText: 'Register 1' })).toContainText('Ana D.');
  const move = { type: 'position.move', rotation: 'lunch', subarea: 'counter' } as const;
  await change(manager, team, layout, { ...move, position: 'Register 1', before: 'Register 2' });
  await expect(page.locator('.positions__name')).toHaveText(['Register 1', 'Register 2']);
  await expect(page.locator('.target', { hasText: 'Register 1' })).toContainText('Ana D.');
});

test('[AC2] [AC3] leads and viewers are redirected, and see no link', async ({ page }) => {
  const { team } = await openDay(page);
  const lead = await colleague(page, team, 'lead');
  const viewer = await colleague(page, team, 'viewer');
  for (const [role, other] of Object.entries({ lead, viewer })) {
    await page.handTo(other);
    for (const path of [list, `${list}/add`, `${list}/0/0/0`]) {
      await page.goto(path);
      await expect(page, `${role} at ${path}`).toHaveURL(atPage('/editor/rotations'));
    }
    await expect(page.getByRole('button', { name: /Lunch/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Rotations' })).toHaveCount(0);
  }
});

/** A day with two people assigned at lunch, and its template. */
async function openDay(page: Page): Promise<{ team: string; layout: string; template: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team);
  const people = [
    ['ana', 'Ana Diaz', 'Register 1'],
    ['bo', 'Bo Lind', 'Register 2'],
  ] as const;
  const seats = new Map<string, string[]>(people.map(([id, , position]) => [position, [id]]));
  const rotations = [
    {
      ...lunch,
      subareas: lunch.subareas.map((subarea) => ({
        ...subarea,
        positions: subarea.positions.map((each) => ({ ...each, seats: seats.get(each.id) ?? [] })),
      })),
    },
  ];
  const shifts = people.map(([id, name]) => shiftOf(name, { id }));
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  remember(page, { team, layout });
  return { team, layout, template };
}

/** Fills in and saves the form, which goes back to the list. */
async function fill(page: Page, typed: Record<string, string>) {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: /^(Save|Done)$/ }).click();
  await expect(page).toHaveURL(atPage(list));
}

const rotationsOf = async (page: Page, team: string, layout: string) =>
  (await read<Layout>(page.context(), team, layout)).rotations;

async function confirmDelete(page: Page, words: string) {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words);
  await dialog.getByRole('button', { name: 'Delete Rotation', exact: true }).click();
}
