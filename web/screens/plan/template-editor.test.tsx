import type { Rotation } from '../../../domain/plan/rotation.ts';
import type { Template } from '../../../domain/team/template.ts';
import {
  change,
  colleague,
  createTeam,
  createTemplate,
  expect,
  type Locator,
  lunch,
  type Page,
  read,
  register,
  remember,
  test,
} from '../../../test/page/restaurant.ts';

const subarea = (id: string, name: string, positions: readonly string[]) => ({
  id,
  name,
  positions: positions.map((each) => ({ id: each, name: each, seats: [] })),
});
const breakfast: Rotation = {
  id: 'breakfast',
  name: 'Breakfast',
  startTime: '6:00 AM',
  endTime: '10:30 AM',
  subareas: [subarea('counter', 'Front Counter', ['Till', 'Expo']), subarea('kitchen', 'Kitchen', ['Grill'])],
};

test('two people edit one rotation at once, and both edits are kept', async ({ page }) => {
  const { team, template, address } = await openPlan(page);
  const other = await colleague(page, team, 'manager');
  await page.goto(`${address}/0`);
  await field(page, 'Rotation Name').fill('Early');
  await change(other, team, template, { type: 'rotation.edit', rotation: 'breakfast', endTime: '11:00 AM' });
  await expect(field(page, 'End Time')).toHaveValue('11:00 AM');
  await save(page).click();
  await expect(page).toHaveURL(address);
  const both = page.getByRole('heading', { name: /^Early 6:00 AM to 11:00 AM/ });
  await expect(both).toBeVisible();
  const kept = { name: 'Early', startTime: '6:00 AM', endTime: '11:00 AM' };
  await expect.poll(() => rotationsOf(page, team, template)).toMatchObject([kept, { name: 'Lunch' }]);

  await page.handTo(other);
  await page.goto(`${address}/0`);
  await field(page, 'End Time').fill('10a');
  await change(other, team, template, { type: 'rotation.edit', rotation: 'breakfast', name: 'Dawn' });
  await expect(field(page, 'Rotation Name')).toHaveValue('Dawn');
  await save(page).click();
  await expect(page.getByRole('heading', { name: /^Dawn 6:00 AM to 10:00 AM/ })).toBeVisible();
});

test('a form follows an item that others move, and keeps what was typed if they delete it', async ({
  page,
}) => {
  const { team, template, address } = await openPlan(page);
  const elsewhere = (made: Parameters<typeof change>[3]) => change(page.context(), team, template, made);

  await page.goto(`${address}/0/0/1`);
  await field(page, 'Position Name').fill('Window');
  const inBreakfast = { rotation: 'breakfast' } as const;
  await elsewhere({ type: 'rotation.move', ...inBreakfast, before: null });
  await elsewhere({
    type: 'position.move',
    ...inBreakfast,
    position: 'Expo',
    subarea: 'kitchen',
    before: null,
  });
  await expect(page.getByText('In Kitchen, Breakfast')).toBeVisible();
  await save(page).click();
  await expect(page).toHaveURL(address);
  const moved = [{ name: 'Lunch' }, { subareas: [{}, { positions: [{ id: 'Grill' }, { name: 'Window' }] }] }];
  await expect.poll(() => rotationsOf(page, team, template)).toMatchObject(moved);

  for (const [part, label, gone, sentence] of [
    [
      '1/1/0',
      'Position Name',
      { type: 'position.delete', position: 'Grill' },
      'That position no longer exists.',
    ],
    ['1/0', 'Subarea Name', { type: 'subarea.delete', subarea: 'counter' }, 'That subarea no longer exists.'],
    [
      '1/0/add',
      'Position Name',
      { type: 'subarea.delete', subarea: 'kitchen' },
      'That subarea no longer exists.',
    ],
    ['1', 'Rotation Name', { type: 'rotation.delete' }, 'That rotation no longer exists.'],
  ] as const) {
    await page.goto(`${address}/${part}`);
    await field(page, label).fill('Typed meanwhile');
    await elsewhere({ ...gone, ...inBreakfast });
    await page.getByRole('button', { name: part.endsWith('add') ? 'Add' : 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(page.getByRole('alert'), part).toHaveCount(1);
    await expect(field(page, label)).toHaveValue('Typed meanwhile');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
  }
});

test('[PL18] [TB24] a second duty is typed where a position is named, and layouts have it', async ({
  page,
}) => {
  const { team, template, address } = await openPlan(page);
  const duties = async () =>
    (await rotationsOf(page, team, template))[0]?.subareas.map(({ positions }) =>
      positions.map(({ name, secondDuty }) => [name, secondDuty]),
    );
  const long = 'x'.repeat(61);
  await page.goto(`${address}/0/0/0`);
  await field(page, 'Second Duty').fill(long);
  await save(page).click();
  await expect(field(page, 'Second Duty')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('That text is too long. Use 60 characters or fewer.')).toBeVisible();
  await expect(field(page, 'Second Duty')).toHaveValue(long);
  await field(page, 'Position Name').fill('Window');
  await field(page, 'Second Duty').fill(' restock cups ');
  await field(page, 'Second Duty').press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Second duty: restock cups')).toBeVisible();

  await page.getByRole('link', { name: 'Add Position to Kitchen' }).click();
  await field(page, 'Position Name').fill('Fries 1-2');
  await field(page, 'Second Duty').fill(long);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('That text is too long. Use 60 characters or fewer.')).toBeVisible();
  await expect(field(page, 'Position Name')).toHaveValue('Fries 1-2');
  await field(page, 'Second Duty').fill('filter oil');
  await expect(page.getByText('Every position that is added gets it.')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(field(page, 'Position Name')).toHaveValue('');
  await expect(field(page, 'Second Duty')).toHaveValue('');
  const kitchen = [
    ['Grill', undefined],
    ['Fries 1', 'filter oil'],
    ['Fries 2', 'filter oil'],
  ];
  const counter = [
    ['Window', 'restock cups'],
    ['Expo', undefined],
  ];
  await expect.poll(duties).toEqual([counter, kitchen]);

  await page.goto('/layouts/setup?date=2026-11-22');
  await field(page, 'Template').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/editor\/overview/);
  await page.goto('/editor/plan');
  await expect(page.getByText('Second duty: restock cups')).toBeVisible();

  // a colleague clears it while its name is typed
  await page.goto(`${address}/0/0/0`);
  await field(page, 'Position Name').fill('Drive-Thru Window');
  const place = { rotation: 'breakfast', position: 'Till' };
  await change(page.context(), team, template, { type: 'position.duty', ...place, secondDuty: '' });
  await expect(field(page, 'Second Duty')).toHaveValue('');
  await save(page).click();
  await expect.poll(duties).toEqual([
    [
      ['Drive-Thru Window', undefined],
      ['Expo', undefined],
    ],
    kitchen,
  ]);
});

test('rotations, subareas and positions can be reordered by keyboard', async ({ page }) => {
  const { team, template, address } = await openPlan(page);
  await page.goto(address);
  await tabTo(page, page.getByRole('button', { name: 'Reorder' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Drag the dots, or use the arrows.')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Move Till down' }));
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Moved Till to 2 of 2 in Front Counter');
  await expect(page.getByRole('button', { name: 'Move Till down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Moved Till to 1 of 2 in Kitchen');
  await expect(page.getByRole('button', { name: 'Move Till down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Moved Till to 2 of 2 in Kitchen');
  // at the end, so focus is on the opposite button
  await expect(page.getByRole('button', { name: 'Move Till up' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Move Till down' })).toBeDisabled();

  await tabTo(page, page.getByRole('button', { name: 'Move Kitchen up' }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expectSaid(page, 'Moved Kitchen to 1 of 2 in Breakfast');
  await tabTo(page, page.getByRole('button', { name: 'Move Lunch up' }));
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Moved Lunch to 1 of 2');
  await expect
    .poll(() => orderOf(page, team, template))
    .toBe(
      'Lunch(Front Counter: Register 1, Register 2) Breakfast(Kitchen: Grill, Till; Front Counter: Expo)',
    );

  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect
    .poll(() => orderOf(page, team, template))
    .toBe(
      'Breakfast(Kitchen: Grill, Till; Front Counter: Expo) Lunch(Front Counter: Register 1, Register 2)',
    );
});

test('a URL of a missing item goes to the list and says so', async ({ page }) => {
  const { address } = await openPlan(page);
  for (const part of ['2', 'abc', '-1', '1e3', '0/9', '0/0/9', '0/0/0x', 'add/0']) {
    await page.goto(`${address}/${part}`);
    await expect(page, part).toHaveURL(address);
    await expectSaid(page, 'We can’t find that rotation, subarea, or position.');
  }
});

test('focus stays with the edited item', async ({ page }) => {
  const { address } = await openPlan(page);
  await page.goto(address);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('Edit Rotation Lunch').click();
  await expect(field(page, 'Rotation Name')).toBeFocused();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(link('Edit Rotation Lunch')).toBeFocused();

  await link('Add Position to Kitchen').click();
  await link('Done').click();
  await expect(link('Add Position to Kitchen')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fryer');
  await page.keyboard.press('Enter');
  await link('Done').click();
  await expect(link('Rename Fryer')).toBeFocused();

  await page.getByRole('button', { name: 'Delete Grill' }).click();
  await expect(link('Rename Fryer')).toBeFocused();
  await page.getByRole('button', { name: 'Delete Fryer' }).click();
  await expect(link('Add Position to Kitchen')).toBeFocused();
  await expect(page.getByText('No positions added yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(link('Rename Fryer')).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate Rotation Breakfast' }).click();
  await expect(link('Edit Rotation Afternoon')).toBeFocused();
  await page.getByRole('button', { name: 'Delete Rotation Afternoon' }).click();
  await expect(link('Edit Rotation Lunch')).toBeFocused();
});

test('[RO6] [TB11] [TB12] a rotation and a subarea can be duplicated', async ({ page }) => {
  const { team, template, address } = await openPlan(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Duplicate Rotation Breakfast' }).click();
  await page.getByRole('button', { name: 'More for Front Counter' }).last().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect
    .poll(() => orderOf(page, team, template))
    .toBe(
      [
        'Breakfast(Front Counter: Till, Expo; Kitchen: Grill)',
        'Lunch(Front Counter: Register 1, Register 2)',
        'Afternoon(Front Counter: Till, Expo; Front Counter 2: Till, Expo; Kitchen: Grill)',
      ].join(' '),
    );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Front Counter 2' })).toHaveCount(0);

  // with a new start time it moves to its place in the day
  await page.getByRole('link', { name: 'Edit Rotation Afternoon' }).click();
  await field(page, 'Start Time').fill('4a');
  await field(page, 'End Time').fill('6a');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Afternoon/, /^Breakfast/, /^Lunch/]);
});

test('a large template starts collapsed', async ({ page }) => {
  const { team } = await openPlan(page);
  const names = ['Register', 'Expo', 'Grill', 'Fryer', 'Bagger', 'Order Runner'];
  const rotations = Array.from({ length: 8 }, (_, index) => ({
    ...breakfast,
    id: `r${index}`,
    name: `Rotation ${index + 1}`,
    subareas: names.map((name, at) =>
      subarea(
        `s${at}`,
        `${name} Side`,
        names.map((each) => `${each} ${at + 1}`),
      ),
    ),
  }));
  const template = await createTemplate(page.context(), team, { rotations });
  await page.goto(`/templates/${template}/rotations`);
  const headings = page.getByRole('heading', { level: 2 });
  await expect(headings).toHaveCount(8);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
  await headings.nth(2).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByRole('button', { name: 'Move Grill 3 down' })).toBeVisible();
});

/** A template with breakfast and lunch; opens its list of rotations. */
async function openPlan(page: Page): Promise<{ team: string; template: string; address: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [breakfast, lunch] });
  remember(page, { team });
  return { team, template, address: `/templates/${template}/rotations` };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const expectSaid = (page: Page, text: string) =>
  expect(page.getByRole('status', { name: 'Messages' }).getByText(text, { exact: true })).toBeVisible();

const rotationsOf = async (page: Page, team: string, template: string) =>
  (await read<Template>(page.context(), team, template)).rotations;

/** 'Lunch(Front Counter: Register 1, Register 2)' */
async function orderOf(page: Page, team: string, template: string): Promise<string> {
  const inside = ({ subareas }: Rotation) =>
    subareas
      .map(({ name, positions }) => `${name}: ${positions.map((each) => each.name).join(', ')}`)
      .join('; ');
  const rotations = await rotationsOf(page, team, template);
  return rotations.map((rotation) => `${rotation.name}(${inside(rotation)})`).join(' ');
}

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab does not reach it');
}
