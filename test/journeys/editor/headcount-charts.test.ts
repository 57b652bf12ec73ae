import { expect, type Page } from '@playwright/test';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import type { Template } from '../../../domain/team/template.ts';
import { look, phone, resize, tablet } from '../look.ts';
import { createTeam, createTemplate, read, register, remember, test } from '../restaurant.ts';

const areas = {
  'Front Counter': ['Register 1', 'Register 2', 'Register 3', 'Drinks', 'Expo', 'Bagger', 'Dining Room'],
  'Drive-Thru': ['Order Taker 1', 'Order Taker 2', 'Window', 'Presenter', 'Drive-Thru Drinks', 'Runner'],
  Kitchen: [
    'Grill 1',
    'Grill 2',
    'Fryer 1',
    'Fryer 2',
    'Breading',
    'Sandwiches 1',
    'Sandwiches 2',
    'Prep',
    'Dishes',
  ],
};
const numbers = [12, 13, 14, 15, 16, 17, 18, 19];
const closing = ['Dishes', 'Prep', 'Dining Room', 'Sandwiches 2', 'Register 3', 'Presenter'];
const covering = {
  'Drive-Thru Drinks': 'Window',
  Drinks: 'Register 2',
  'Grill 2': 'Grill 1',
  Expo: 'Bagger',
};

/** With eight charts of 22 positions, of which the last two don't have as many seats as people. */
const lunch: Rotation = {
  ...{ id: 'lunch', name: 'Lunch', startTime: '11:00 AM', endTime: '2:00 PM' },
  subareas: Object.entries(areas).map(([name, positions]) => ({
    ...{ id: name, name },
    positions: positions.map((each) => ({ id: each, name: each, seats: [] })),
  })),
  charts: numbers.map((people) => {
    const gone = Math.min(22 - people, 8);
    const covered = Object.entries(covering).slice(0, gone);
    const closed = closing.slice(0, gone - covered.length);
    return { people, coveredBy: Object.fromEntries([...covered, ...closed.map((each) => [each, null])]) };
  }),
};

test('[HC24] [HC25] [AX1] a full grid of charts, by eye and by keyboard alone', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [lunch] });
  await remember(page, { team });
  await page.goto(`/templates/${template}/rotations/0/charts`);
  await expect(page.getByText('14 seats for 12 people')).toBeVisible();
  await look(page, 'headcount charts');
  for (const viewport of [phone, tablet]) {
    await resize(page, viewport);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `px wider than ${viewport.width}`).toBeLessThanOrEqual(0);
  }

  // one stop of Tab leads into the grid, to where it was left
  await page.getByRole('button', { name: 'Add Column' }).focus();
  await page.keyboard.press('Tab');
  const cell = (position: string, people: number) =>
    page.getByRole('button', { name: `${position} with ${people} people` });
  await expect(cell('Register 1', 12)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Add Column' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell('Register 1', 13)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Seat' })).toBeFocused();
  await look(page, 'the choices of a cell');
  await page.keyboard.press('Escape');
  await expect(cell('Register 1', 13)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cell('Register 1', 13)).toHaveText(/^Closed/);
  await expect(cell('Register 1', 13)).toBeFocused();
  await page.keyboard.press('x');
  await expect(cell('Register 1', 13)).toHaveText(/^Seat/);
  await page.keyboard.press('Control+End');
  await expect(cell('Dishes', 19)).toBeFocused();
  await expect(cell('Dishes', 19)).toBeInViewport();

  await paste(page, '\t18\t19\nDishes\tPrep\tclosed\nGrill 1\tGril\t');
  await expect(page.getByRole('dialog')).toContainText('“Gril” is not a position here');
  await look(page, 'a pasted table');
  await page.getByRole('button', { name: 'Fill In' }).click();
  await expect(cell('Dishes', 19)).toHaveText(/^Closed/);
  await expect
    .poll(async () => (await read<Template>(page.context(), team, template)).rotations[0]?.charts?.[6])
    .toMatchObject({ people: 18, coveredBy: { Dishes: 'Prep' } });
});

/** As from a spreadsheet, by Ctrl+V. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
