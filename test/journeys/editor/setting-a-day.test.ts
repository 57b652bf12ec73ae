import { expect, type Page } from '@playwright/test';
import type { Layout } from '../../../domain/day/layout.ts';
import { manualShift, type Shift } from '../../../domain/day/shift.ts';
import { positionsOf, type Rotation } from '../../../domain/plan/rotation.ts';
import { desk, lookAt, phone, resize } from '../look.ts';
import { createLayout, openTeam, read, remember, test } from '../restaurant.ts';

/** 22 positions in two subareas. */
const rotation = (name: string, startTime: string, endTime: string): Rotation => ({
  ...{ id: name.toLowerCase(), name, startTime, endTime },
  subareas: ['Front', 'Kitchen'].map((subarea) => ({
    id: `${name} ${subarea}`,
    name: subarea,
    positions: Array.from({ length: 11 }, (_, index) => ({
      id: `${name} ${subarea} ${index}`,
      name: `${subarea} ${index + 1}`,
      seats: [],
    })),
  })),
});
const rotations = [
  rotation('Breakfast', '7:00 AM', '10:30 AM'),
  rotation('Lunch', '10:30 AM', '2:00 PM'),
  rotation('Afternoon', '2:00 PM', '5:00 PM'),
  rotation('Dinner', '5:00 PM', '9:00 PM'),
];
/** 18 people until 2 PM, 4 over lunch and the afternoon, 18 from 2 PM: 80 seats. */
const people = (named: (index: number) => string): Shift[] =>
  Array.from({ length: 40 }, (_, index) => {
    const [startTime, endTime] =
      index < 18 ? ['7:00 AM', '2:00 PM'] : index < 22 ? ['10:30 AM', '5:00 PM'] : ['2:00 PM', '9:00 PM'];
    return manualShift(`${named(index)} today`, named(index), {
      startTime: startTime ?? '',
      endTime: endTime ?? '',
    });
  });
const lastSaturday = people((index) => `Crew ${String.fromCharCode(65 + (index % 26))}${index}`);
/** Four are new this Saturday. */
const today = people((index) =>
  index % 10 === 9 ? `New ${index}` : (lastSaturday[index]?.teamMember ?? ''),
);

/** The day with each rotation's people on its positions, everybody on the same one all day. */
function seatedDay(shifts: readonly Shift[]): Partial<Layout> {
  const ids = shifts.map(({ id }) => id);
  const [early, over, late] = [ids.slice(0, 18), ids.slice(18, 22), ids.slice(22)];
  const working = [early, [...early, ...over], [...late, ...over], late];
  return {
    shifts,
    rotations: rotations.map((each, at) => {
      return {
        ...each,
        subareas: each.subareas.map((subarea, part) => ({
          ...subarea,
          positions: subarea.positions.map((position, index) => ({
            ...position,
            seats: working[at]?.slice(part * 11 + index, part * 11 + index + 1) ?? [],
          })),
        })),
      };
    }),
  };
}

/** Presses on a page, counted. */
function counter(page: Page) {
  let presses = 0;
  return {
    presses: () => presses,
    async press(name: string | RegExp, role: 'button' | 'menuitem' = 'button') {
      presses += 1;
      await page.getByRole(role, { name, exact: typeof name === 'string' }).click();
    },
    /** A tap on each open position, until so many are placed. */
    async tapPositions(count: number) {
      const places = await page
        .locator('.positions__row--open')
        .evaluateAll((open) =>
          open.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
        );
      for (const { x, y } of places.slice(0, count)) {
        presses += 1;
        await page.mouse.click(x + 60, y + 12);
      }
    },
  };
}

const seatsOf = (layout: Layout) =>
  layout.rotations.map((each) => positionsOf(each).reduce((sum, { seats }) => sum + seats.length, 0));

test('[DS4] [DS11] [DS12] [DS18] [DS19] 40 people into 4 rotations: 88 presses by hand, 20 as last Saturday and as the rotation before', async ({
  page,
}) => {
  // tall enough that no message covers a position
  await resize(page, { ...desk, height: 1400 });
  const { team } = await openTeam(page, { dayStart: '4:00 AM' });
  const context = page.context();
  await createLayout(context, team, { ...seatedDay(lastSaturday), date: '2026-11-14' });
  const layout = await createLayout(context, team, { shifts: today, rotations });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');

  const byHand = counter(page);
  for (const [at, count] of [18, 22, 22, 18].entries()) {
    await byHand.press(new RegExp(`^(now: )?${rotations[at]?.name}`));
    await byHand.press('Place in Turn');
    await expect(page.locator('.dock')).toContainText('Next:');
    await byHand.tapPositions(count);
    await expect(page.getByText('Everyone in this rotation has a position.')).toBeVisible();
  }
  await expect.poll(async () => seatsOf(await read(context, team, layout))).toEqual([18, 22, 22, 18]);
  expect(byHand.presses()).toBe(88);

  const again = await createLayout(context, team, { shifts: today, rotations });
  await remember(page, { team, layout: again });
  await page.goto('/editor/rotations');
  const filled = counter(page);
  await filled.press(/^(now: )?Breakfast/);
  await filled.press('Fill Positions');
  await filled.press(/^Whole Day as Last Saturday/, 'menuitem');
  await expect(page.getByText('Filled the day from Saturday, 11/14/2026: 72 placed, 8 left')).toBeVisible();
  await expect(page.getByText('Not placed: New 9. (new)')).toBeVisible();
  await filled.press(/^New 9/);
  await filled.tapPositions(1);
  for (const [at, people] of [
    [1, ['New 19']],
    [2, ['New 29', 'New 39']],
    [3, []],
  ] as const) {
    await filled.press(new RegExp(`^(now: )?${rotations[at]?.name}`));
    await filled.press('Fill Positions');
    await filled.press(new RegExp(`^Same as ${rotations[at - 1]?.name}`), 'menuitem');
    await expect(
      page.getByText(`Filled ${rotations[at]?.name} from ${rotations[at - 1]?.name}`),
    ).toBeVisible();
    for (const name of people) {
      await filled.press(new RegExp(`^${name}`));
      await filled.tapPositions(1);
    }
  }
  await expect.poll(async () => seatsOf(await read(context, team, again))).toEqual([18, 22, 22, 18]);
  expect(filled.presses()).toBe(20);

  await page.goto('/editor/shifts');
  await page.getByRole('searchbox', { name: 'Search shifts' }).fill('néw');
  await page.getByRole('button', { name: 'Select All 4' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete 4 shifts?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('4 shifts deleted')).toBeVisible();
  await expect(page.getByText('No one matches “néw”')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /New 39/ })).toBeVisible();
  await expect.poll(async () => seatsOf(await read(context, team, again))).toEqual([18, 22, 22, 18]);
  await page.goto('/editor/rotations');
  await lookAt(page, { what: 'rotations', viewport: phone, colorScheme: 'dark' });
});
