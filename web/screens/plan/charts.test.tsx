import type { Chart } from '../../../domain/plan/charts.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import type { Template } from '../../../domain/team/template.ts';
import {
  atPage,
  change,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  type Page,
  read,
  register,
  remember,
  test,
} from '../../../test/page/restaurant.ts';

const named = (...names: string[]) => names.map((name) => ({ id: name, name, seats: [] }));
const lunch: Rotation = {
  ...{ id: 'lunch', name: 'Lunch', startTime: '11:00 AM', endTime: '2:00 PM' },
  subareas: [
    { id: 'counter', name: 'Front Counter', positions: named('Register 1', 'Register 2', 'Drinks') },
    { id: 'kitchen', name: 'Kitchen', positions: named('Grill', 'Fries') },
  ],
};

test('[HC24] charts are filled in by tap: a seat, covered from a seat, or closed', async ({ page }) => {
  const { charts, address } = await openPlan(page);
  await page.goto(address);
  await page.getByRole('link', { name: 'Headcount Charts of Lunch' }).click();
  await expect(page).toHaveURL(`${address}/0/charts`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headcount Charts: Lunch');
  await expect(page.getByText('No charts yet: every position is a seat')).toBeVisible();

  // from many people to few, each number beginning as the one beside it
  await expect(page.getByLabel('Number of People')).toHaveValue('4');
  await page.getByRole('button', { name: 'Add Column' }).click();
  await expect(page.getByText('5 seats for 4 people')).toBeVisible();
  await choose(page, 'Drinks', 4, 'Register 2');
  await expect(cell(page, 'Drinks', 4)).toHaveText(/^Register 2/);
  await expect(page.getByText('4 seats', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add Column' }).click();
  await expect(page.getByText('4 seats for 3 people')).toBeVisible();
  await choose(page, 'Fries', 3, 'Closed');
  await expect.poll(charts).toEqual([
    { people: 3, coveredBy: { Drinks: 'Register 2', Fries: null } },
    { people: 4, coveredBy: { Drinks: 'Register 2' } },
  ]);

  // who is covered covers nobody else, and Undo works as everywhere
  await cell(page, 'Register 1', 3).click();
  await expect(page.getByRole('menuitem', { name: 'Register 2' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Drinks' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Register 2' }).click();
  await expect(page.getByText(/^Set Register 1 to be covered from Register 2 with 3 people/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(cell(page, 'Register 1', 3)).toHaveText(/^Seat/);

  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('link', { name: 'Headcount Charts of Lunch' })).toBeFocused();
});

test('[HC25] the keyboard alone fills in a chart', async ({ page }) => {
  const { charts, address } = await openPlan(page, [{ people: 3, coveredBy: {} }]);
  await page.goto(`${address}/0/charts`);
  await cell(page, 'Register 1', 3).focus();
  // one stop of Tab for the whole grid
  await expect(page.locator('.charts [tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Register 2', 3)).toBeFocused();
  await page.keyboard.press('r');
  await expect(cell(page, 'Register 2', 3)).toHaveText(/^Register 1/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('-');
  await expect(cell(page, 'Drinks', 3)).toHaveText(/^Closed/);
  await page.keyboard.press('Delete');
  await expect(cell(page, 'Drinks', 3)).toHaveText(/^Seat/);
  await page.keyboard.press('Control+End');
  await expect(cell(page, 'Fries', 3)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Closed' }).click();
  await expect(cell(page, 'Fries', 3)).toHaveText(/^Closed/);
  await expect.poll(charts).toEqual([{ people: 3, coveredBy: { 'Register 2': 'Register 1', Fries: null } }]);

  // the numbers stand above the first row
  await page.keyboard.press('Control+ArrowUp');
  await expect(page.getByRole('button', { name: 'Column for 3 people' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Register 1', 3)).toBeFocused();
});

test('[HC24] a column is copied to the next and removed, and a number has one column', async ({ page }) => {
  const { charts, address } = await openPlan(page, [
    { people: 3, coveredBy: { Drinks: 'Grill', Fries: null } },
  ]);
  await page.goto(`${address}/0/charts`);
  await page.getByRole('button', { name: 'Column for 3 people' }).click();
  await page.getByRole('menuitem', { name: 'Copy to 2 people' }).click();
  await expect(page.getByText('Copied the column for 3 to 2')).toBeVisible();
  const coveredBy = { Drinks: 'Grill', Fries: null };
  await expect.poll(charts).toEqual([
    { people: 2, coveredBy },
    { people: 3, coveredBy },
  ]);
  await page.getByRole('button', { name: 'Column for 3 people' }).click();
  await page.getByRole('menuitem', { name: 'Remove Column' }).click();
  await expect.poll(charts).toEqual([{ people: 2, coveredBy }]);
  await expect(page.getByRole('button', { name: 'Column for 2 people' })).toBeFocused();

  const number = page.getByLabel('Number of People');
  for (const wrong of ['0', 'six', '2001', '']) {
    await number.fill(wrong);
    await page.getByRole('button', { name: 'Add Column' }).click();
    await expect(page.getByText('Enter a whole number of people from 1 to 2000.')).toBeVisible();
  }
  await number.fill('2');
  await page.getByRole('button', { name: 'Add Column' }).click();
  await expect(page.getByRole('button', { name: 'Column for 2 people' })).toBeFocused();
  await expect.poll(charts).toEqual([{ people: 2, coveredBy }]);
});

test('[HC22] a pasted table says what it takes and what it leaves out, and is undone at once', async ({
  page,
}) => {
  const { charts, address } = await openPlan(page, [{ people: 3, coveredBy: { Grill: 'Fries' } }]);
  await page.goto(`${address}/0/charts`);
  await page.getByRole('button', { name: 'Paste a Table' }).click();
  const table = page.getByLabel('Table', { exact: true });
  await expect(table, 'room for a table').toHaveAttribute('rows', '8');
  await table.fill('no table');
  await table.press('Enter');
  await expect(page.getByText('Nothing in this table'), 'Enter begins a line').toHaveCount(0);
  await page.getByRole('button', { name: 'Fill In' }).click();
  await expect(page.getByText('Nothing in this table can be filled in.')).toBeVisible();
  await table.fill('\t3\t4\nDrinks\tRegister 2\tx\nGrill\tGril\t\nPatio\t\t\nFries\tclosed\t-');
  await expect(page.getByText('To fill in: 2 columns (3 and 4)')).toBeVisible();
  await expect(page.getByText('Row “Patio” was left out: there is no such position.')).toBeVisible();
  await expect(
    page.getByText('Row “Grill”, column 3: “Gril” is not a position here. The cell stays as it was.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Fill In' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(charts).toEqual([
    { people: 3, coveredBy: { Grill: 'Fries', Drinks: 'Register 2', Fries: null } },
    { people: 4, coveredBy: { Fries: null } },
  ]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(charts).toEqual([{ people: 3, coveredBy: { Grill: 'Fries' } }]);
});

test('[HC24] a colleague’s cell shows, and a day has charts of its own', async ({ page }) => {
  const { team, template, address, charts } = await openPlan(page, [{ people: 3, coveredBy: {} }]);
  await page.goto(`${address}/0/charts`);
  await expect(cell(page, 'Fries', 3)).toHaveText(/^Seat/);
  const set = { type: 'chart.set', rotation: 'lunch', people: 3 } as const;
  await change(page.context(), team, template, { ...set, cells: [{ position: 'Fries', by: null }] });
  await expect(cell(page, 'Fries', 3)).toHaveText(/^Closed/);

  const rotations = [{ ...lunch, charts: [{ people: 3, coveredBy: { Drinks: 'Grill' } }] }];
  const layout = await createLayout(page.context(), team, { rotations });
  remember(page, { team, layout });
  await page.goto('/editor/plan/0/charts');
  await expect(page).toHaveURL(atPage('/editor/plan/0/charts'));
  await choose(page, 'Fries', 3, 'Closed');
  await expect
    .poll(async () => (await read(page.context(), team, layout)).rotations[0]?.charts)
    .toEqual([{ people: 3, coveredBy: { Drinks: 'Grill', Fries: null } }]);
  expect(await charts()).toEqual([{ people: 3, coveredBy: { Fries: null } }]);
});

async function openPlan(page: Page, given?: readonly Chart[]) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const rotations = [given ? { ...lunch, charts: given } : lunch];
  const template = await createTemplate(page.context(), team, { rotations });
  remember(page, { team });
  const charts = async () => (await read<Template>(page.context(), team, template)).rotations[0]?.charts;
  return { team, template, address: `/templates/${template}/rotations`, charts };
}

const cell = (page: Page, position: string, people: number) =>
  page.getByRole('button', { name: `${position} with ${people} people` });

async function choose(page: Page, position: string, people: number, choice: string) {
  await cell(page, position, people).click();
  await page.getByRole('menuitem', { name: choice }).click();
}
