import { fillByJob } from '../../../../domain/day/fill.ts';
import { fillOpen } from '../../../../domain/day/seat.ts';
import { manualShift, type Shift } from '../../../../domain/day/shift.ts';
import { unassigned } from '../../../../domain/day/who-is-there.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { starterTemplate } from '../../../../domain/team/starter-sets.ts';
import { buildLayout } from '../../../../test/builders.ts';
import {
  change,
  createLayout,
  expect,
  lunch,
  openTeam,
  read,
  remember,
  test,
} from '../../../../test/page/restaurant.ts';
import { readWords } from '../../../../words/read-words.ts';

let made = 0;
const { rotations } = starterTemplate(
  () => `id${++made}`,
  'chicken',
  'Front of House',
  readWords('en', 'starter'),
);
const people = (newName: (index: number) => string | null): Shift[] =>
  Array.from({ length: 40 }, (_, index) => {
    const name =
      newName(index) ?? `${String.fromCharCode(65 + (index % 26))}${index < 26 ? 'nn' : 'lex'} Day`;
    const [startTime, endTime] = index < 20 ? ['6:00 AM', '3:00 PM'] : ['2:00 PM', '12:30 AM'];
    return manualShift(`shift ${index}`, name, { startTime: startTime ?? '', endTime: endTime ?? '' });
  });

test('[DS22] 40 people stand in five rotations as last Saturday, and who is new by job, in 6 presses', async ({
  page,
}) => {
  const { team } = await openTeam(page, { dayStart: '4:00 AM' });
  const context = page.context();
  const before = buildLayout({ shifts: people(() => null), rotations, dayStart: '4:00 AM' });
  const former = fillOpen(before, fillByJob(before).seats);
  await createLayout(context, team, { ...former, date: '2026-11-14' });
  const shifts = people((index) => (index % 10 === 9 ? `New ${index}` : null));
  const layout = await createLayout(context, team, { shifts, rotations, date: '2026-11-21' });
  remember(page, { team, layout });
  await page.goto('/');

  let presses = 0;
  const press = async (role: 'link' | 'button' | 'menuitem', name: string | RegExp) => {
    presses += 1;
    await page.getByRole(role, { name }).click();
  };
  await press('link', 'Edit');
  await press('link', 'Rotations');
  await press('button', 'Fill Positions');
  await press('menuitem', /^Whole Day as Last Saturday/);
  await expect(page.getByText(/^Filled the day from Saturday, 11\/14\/2026/)).toBeVisible();
  await press('button', 'Fill Positions');
  await press('menuitem', /^Whole Day by Job/);
  await expect(page.getByText(/^Filled the day from jobs/)).toBeVisible();
  expect(presses).toBeLessThanOrEqual(9);

  await expect
    .poll(async () => {
      const day = await read(context, team, layout);
      return day.rotations.filter((rotation) => {
        const hasOpen = positionsOf(rotation).some(({ seats }) => seats.length === 0);
        return hasOpen && unassigned(day.shifts, rotation, day.dayStart).length > 0;
      });
    })
    .toEqual([]);
});

test('a rotation that is deleted while it is chosen leaves the field empty', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const at = (id: string, name: string, startTime: string, endTime: string) => ({
    ...{ ...lunch, id, name, startTime, endTime },
  });
  const others = [at('one', 'Dinner', '2:00 PM', '5:00 PM'), at('two', 'Dinner', '5:00 PM', '9:00 PM')];
  const layout = await createLayout(page.context(), team, { rotations: [lunch, ...others] });
  remember(page, { team, layout });
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Lunch|now: Lunch/ }).click();
  await page.getByRole('button', { name: 'Fill Positions' }).click();
  await page.getByRole('menuitem', { name: /^Copy, Swap/ }).click();
  const field = page.getByLabel('Rotation', { exact: true });
  await field.selectOption('Dinner, 5p–9p');
  await change(page.context(), team, layout, { type: 'rotation.delete', rotation: 'two' });
  await expect(field).toHaveValue('');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('That rotation no longer exists.')).toBeVisible();
  await field.selectOption('Dinner, 2p–5p');
  await expect(field).toHaveValue('one');
});
