import { expect, type Page } from '@playwright/test';
import type { Layout } from '../../../domain/layout/layout.ts';
import type { Template } from '../../../domain/template/template.ts';
import {
  atPage,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const list = '/editor/plan';

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
  const kept = await read<Template>(page.context(), team, page.url().split('/').at(-1) ?? '');
  expect(kept).toMatchObject({ name: 'Patio day', rotations: [{ name: 'Lunch' }, { name: 'Dinner' }] });
});

test('[PL8] [PL5] reordering shows on every screen, and everyone keeps their position', async ({ page }) => {
  const { team, layout } = await openDay(page);
  const board = await colleague(page, team, 'lead');
  await remember(board, { team, layout });
  await board.goto('/editor/rotations');
  await page.goto(list);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Move Register 1 down' }).click();
  await expect(board.locator('.target__name')).toHaveText(['Register 2', 'Register 1']);
  await expect(board.locator('.target', { hasText: 'Register 1' })).toContainText('Ana D.');
});

test('[AC2] [AC3] leads and viewers are redirected, and see no link', async ({ page }) => {
  const { team, layout } = await openDay(page);
  for (const role of ['lead', 'viewer'] as const) {
    const other = await colleague(page, team, role);
    await remember(other, { team, layout });
    for (const path of [list, `${list}/add`, `${list}/0/0/0`]) {
      await other.goto(path);
      await expect(other, `${role} at ${path}`).toHaveURL(atPage('/editor/rotations'));
    }
    await expect(other.getByRole('button', { name: /Lunch/ })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Edit Rotations' })).toHaveCount(0);
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
  await remember(page, { team, layout });
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
