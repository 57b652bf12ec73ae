import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import {
  change,
  createLayout,
  expect,
  type Locator,
  read,
  register,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

/** Copied from a spreadsheet: areas in the first row. */
const pasted = [
  'Drive-Thru\tFront Counter\tKitchen',
  'Order Taker 1-2\tRegister x3\tGrill 1-2',
  'Window\tExpo\tFryer, Prep',
  'Runner',
].join('\n');

test('[TB9] [TB17] [TB18] a new team is led to a template of 4 times 12 positions in 25 presses', async ({
  page,
}) => {
  await register(page.context());
  await page.goto('/start');
  await page.getByLabel('Team Name').fill('Maple & 4th');
  await page.getByRole('button', { name: 'Create Team' }).click();
  const steps = page.getByRole('region', { name: 'Set Up Your Team' });
  await expect(steps).toContainText('1 of 6 done');

  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { type } = page.keyboard;
  await link('Edit Templates').click();
  await press(link('New Template'));
  await expect(page.getByLabel('Template Name')).toBeFocused();
  await type('Weekday');
  await page.getByLabel('Area', { exact: true }).selectOption('Restaurant');
  presses += 2;
  await press(button('Create'));
  await press(link('Add First Rotation'));
  await expect(page.getByLabel('Rotation Name')).toBeFocused();
  await type('Breakfast');
  await press(page.getByLabel('Start Time'));
  await type('6a');
  await press(page.getByLabel('End Time'));
  await type('10a');
  await press(button('Done'));
  await press(link('Add Subarea to Breakfast'));
  const field = page.getByLabel('Subarea Name');
  await expect(field).toBeFocused();
  await field.fill(pasted);
  await expect(page.getByText('To add: 3 subareas, 12 positions')).toBeVisible();
  await field.press('Enter');
  presses += 1;
  await expect(page.getByText('3 subareas and 12 positions added')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await press(link('Done'));
  for (let copies = 0; copies < 3; copies++) await press(button('Duplicate Rotation Breakfast'));
  expect(presses).toBeLessThanOrEqual(25);

  const team = localStorage.getItem('selectedTeam') ?? '';
  const template = page.url().split('/').at(-2) ?? '';
  await expect
    .poll(async () => (await read<Template>(page.context(), team, template)).rotations.map(shown))
    .toEqual([
      'Breakfast 6:00 AM–10:00 AM, 12 positions',
      'Lunch 10:00 AM–2:00 PM, 12 positions',
      'Afternoon 2:00 PM–6:00 PM, 12 positions',
      'Dinner 6:00 PM–10:00 PM, 12 positions',
    ]);

  await link('Return').click();
  await expect(steps).toContainText('2 of 6 done');
  const ana = shiftOf('Ana Diaz');
  const layout = await createLayout(page.context(), team, { shifts: [ana] });
  await expect(steps).toContainText('4 of 6 done');
  await expect(steps.getByText('Done: Areas, Template, Day, Schedule')).toBeVisible();
  const [rotation] = (await read(page.context(), team, layout)).rotations;
  const [position] = rotation?.subareas[0]?.positions ?? [];
  const seat = { shift: ana.id, rotation: rotation?.id ?? '', position: position?.id ?? '', before: null };
  await change(page.context(), team, layout, { type: 'shift.seat', ...seat });
  await expect(steps).toContainText('5 of 6 done');
  await link('Invite: Members').click();
  await button('Invite').click();
  await expect(page.getByText('Your team is set up')).toBeVisible();
  await expect(steps).toHaveCount(0);
  await expect.poll(async () => (await read<Team>(page.context(), team, team)).guide).toBeUndefined();
});

const shown = ({ name, startTime, endTime, subareas }: Template['rotations'][number]): string =>
  `${name} ${startTime}–${endTime}, ${subareas.flatMap(({ positions }) => positions).length} positions`;
