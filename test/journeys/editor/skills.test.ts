import { expect, type Page } from '@playwright/test';
import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { levelIn } from '../../../domain/crew/station.ts';
import { look, phone, resize } from '../look.ts';
import { change, createLayout, createTemplate, lunch, openTeam, read, shiftOf, test } from '../restaurant.ts';

const position = (name: string) => ({ id: name, name, seats: [] });
const rotation = {
  ...lunch,
  subareas: [
    { id: 'counter', name: 'Front Counter', positions: [position('Register 1'), position('Register 2')] },
    { id: 'kitchen', name: 'Kitchen', positions: [position('Fryer')] },
  ],
};
const register = 'Front Counter/Register';
const fryer = 'Kitchen/Fryer';

/** People with names, and days on which the first two of them stood somewhere. */
async function staffed(page: Page, names: readonly string[], dates: readonly string[]) {
  const { team } = await openTeam(page, {});
  const context = page.context();
  await createTemplate(context, team, { rotations: [rotation] });
  for (const date of ['2026-11-21', ...dates]) {
    const shifts = names.map((name) => shiftOf(name, { startTime: '10:00 AM', endTime: '4:00 PM' }));
    const layout = await createLayout(context, team, { date, shifts, rotations: [rotation] });
    if (date === '2026-11-21') continue;
    for (const [index, at] of ['Register 2', 'Fryer'].entries()) {
      const seat = { shift: shifts[index]?.id ?? '', position: at, rotation: 'lunch', before: null };
      await change(context, team, layout, { type: 'shift.seat', ...seat });
    }
  }
  const levels = async (name: string, station = register) => {
    const crew = await read<Crew>(context, team, crewDocument);
    const person = crew.people.find((each) => each.name === name);
    return person && levelIn(person, station);
  };
  return { team, levels, crew: () => read<Crew>(context, team, crewDocument) };
}

const cell = (page: Page, name: string, column: number) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(column);

test('[SK12] [SK13] [SK14] levels are set by taps, by the keyboard, by column and from what people did', async ({
  page,
}) => {
  const { levels, crew } = await staffed(
    page,
    ['Ana Price', 'Bo Kim', 'Cy Ray'],
    ['2026-11-19', '2026-11-20'],
  );
  await page.goto('/crew');
  await page.getByRole('link', { name: 'Skills' }).click();
  const grid = page.getByRole('grid', { name: 'Skills' });
  await expect(grid).toBeVisible();
  await look(page, 'skills without levels');

  // where there is room for a row and a column, what has the focus isn't under the names
  await page.locator('.skills__scroll').evaluate(({ style }) => {
    style.width = '300px';
    style.maxHeight = '150px';
  });
  await cell(page, 'Cy Ray', 1).focus();
  for (const [key, name, column] of [
    ['ArrowLeft', 'Cy Ray', 0],
    ['ArrowUp', 'Bo Kim', 0],
    ['ArrowUp', 'Ana Price', 0],
    ['ArrowRight', 'Ana Price', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(cell(page, name, column)).toBeFocused();
    const isUnder = await cell(page, name, column).evaluate((focused) => {
      const { left, top } = focused.getBoundingClientRect();
      const corner = focused.closest('table')?.rows[0]?.cells[0]?.getBoundingClientRect();
      return corner === undefined || left < corner.right - 1 || top < corner.bottom - 1;
    });
    expect(isUnder, `${key} to ${name}, ${column}`).toBe(false);
  }
  await page.reload();

  await cell(page, 'Ana Price', 0).click();
  await expect(cell(page, 'Ana Price', 0)).toHaveText('Can');
  await expect.poll(() => levels('Ana Price')).toBe(2);
  await page.keyboard.press('Space');
  await expect(cell(page, 'Ana Price', 0)).toHaveText('Best');
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Bo Kim', 0)).toBeFocused();
  for (const level of ['Can', 'Best', 'Training', 'None', 'Can']) {
    await page.keyboard.press('Enter');
    await expect(cell(page, 'Bo Kim', 0)).toHaveText(level);
  }
  await expect.poll(() => levels('Bo Kim')).toBe(2);

  await grid
    .getByRole('button', { name: /Register/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Training' }).click();
  await expect.poll(async () => [await levels('Ana Price'), await levels('Cy Ray')]).toEqual([1, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => [await levels('Ana Price'), await levels('Cy Ray')]).toEqual([3, null]);

  await page.getByRole('button', { name: 'Suggest from the Last 30 Days' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Bo Kim' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Ana Price' })).toHaveCount(0);
  await look(page, 'suggested levels');
  await dialog.getByRole('button', { name: 'Set 1 Level' }).click();
  await expect.poll(() => levels('Bo Kim', fryer)).toBe(2);
  await look(page, 'skills with levels');

  await resize(page, phone);
  await expect(grid.getByRole('columnheader')).toHaveCount(2);
  await page.getByLabel('Station', { exact: true }).selectOption(fryer);
  await expect(cell(page, 'Bo Kim', 0)).toHaveText('Can');
  await cell(page, 'Cy Ray', 0).click();
  await expect.poll(() => levels('Cy Ray', fryer)).toBe(2);
  expect((await crew()).stations).toHaveLength(2);
});

test('[SK5] [SK6] [SK11] [SK15] a station is tough, a person is a minor and likes it, and fairness shows', async ({
  page,
}) => {
  const { crew } = await staffed(page, ['Ana Price', 'Bo Kim'], ['2026-11-20']);
  await page.goto('/crew/skills');
  await expect(page.getByText('Open a station to say')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Skills' });
  const dialog = page.getByRole('dialog');
  await grid
    .getByRole('button', { name: /Register/ })
    .first()
    .click();
  await dialog.getByRole('checkbox', { name: 'Outdoors' }).check();
  await dialog.getByRole('checkbox', { name: 'Fryer' }).check();
  await look(page, 'a station');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const fairness = page.getByRole('table', { name: 'Tough Stations, Last 14 Days' });
  await expect(fairness.getByRole('row', { name: /Ana Price 3 h 30 min/ })).toBeVisible();
  await expect(fairness.getByRole('row', { name: /Average 1 h 45 min/ })).toBeVisible();
  await look(page, 'fairness');
  expect((await crew()).stations).toMatchObject([{ equipment: ['fryer'], classes: ['outdoor'] }]);

  await grid.getByRole('button', { name: 'Ana Price' }).click();
  await dialog.getByLabel('Under 16 until').fill('2027-02-28');
  await dialog.getByRole('button', { name: 'Save Dates' }).click();
  await expect(dialog.getByLabel('Under 18 until')).toHaveValue('2029-02-28');
  await dialog
    .getByRole('button', { name: /^Likes/ })
    .first()
    .click();
  await look(page, 'what somebody likes');
  await expect
    .poll(async () => (await crew()).people.find(({ name }) => name === 'Ana Price'))
    .toMatchObject({ turns16On: '2027-02-28', turns18On: '2029-02-28', likes: [expect.any(String)] });
});
