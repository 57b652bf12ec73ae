import { expect, type Locator } from '@playwright/test';
import { positionsOf } from '../../../domain/plan/rotation.ts';
import { lookAt, phone } from '../look.ts';
import { atPage, password, read, test } from '../restaurant.ts';

const jobs = ['Grill', 'Cashier', 'Drive-Thru', 'Fries', 'Kitchen', 'Expo', ''];
const schedule = Array.from({ length: 40 }, (_, index) => {
  const name = `${String.fromCharCode(65 + (index % 26))}${index < 26 ? 'nn' : 'lex'} Sample`;
  return `${name} ${index < 20 ? '6a-3p' : '2p-12a'} ${jobs[index % 7]}`.trim();
}).join('\n');

test('[TB20] [DS22] from registering to a filled board in 15 presses and a pasted schedule', async ({
  page,
}) => {
  let presses = 0;
  /** Also a tap into a field counts, focused or not; typing and pasting don't. */
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const type = async (label: string, text: string) => {
    await press(page.getByLabel(label, { exact: true }));
    await page.keyboard.insertText(text);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await page.goto('/register');
  await type('First Name', 'Ana');
  await type('Last Name', 'Lopez');
  await type('Email', `ana.${process.pid}.nothing@example.com`);
  await type('Password', password);
  await type('Confirm Password', password);
  await press(button('Register'));
  await expect(page).toHaveURL('/start');
  await type('Team Name', 'Maple & 4th');
  await press(page.getByText('Burgers'));
  await expect(page.getByText('18 positions, in 5 rotations from Breakfast to Close.')).toBeVisible();
  await lookAt(page, { what: 'a new team', viewport: phone, colorScheme: 'dark' });
  await press(button('Create Team'));

  await expect(page).toHaveURL(atPage('/editor/shifts/import'));
  await type('Paste the schedule', schedule);
  await expect(page.getByText('40 new shifts for Sat 11/21.')).toBeVisible();
  await lookAt(page, { what: 'lines of shifts', viewport: phone, colorScheme: 'light' });
  await press(button('Import 40 Shifts'));
  const steps = page.getByRole('region', { name: 'Set Up Your Team' });
  await expect(steps).toContainText('4 of 6 done');
  await press(steps.getByRole('link', { name: 'Open Rotations: Place People' }));
  await press(button('Fill Positions'));
  await press(page.getByRole('menuitem', { name: /^Whole Day by Job/ }));
  await expect(page.getByText(/^Filled the day from jobs: \d+ placed/)).toBeVisible();
  await press(page.getByRole('link', { name: 'Return' }));
  await expect(page).toHaveURL(atPage('/'));
  await expect(page.getByRole('heading', { name: /^Kitchen/ })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(15);

  const chosen = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  const [team, layout] = [await chosen('selectedTeam'), await chosen('selectedLayout')];
  const open = async () =>
    (await read(page.context(), team, layout)).rotations.map(
      (rotation) => positionsOf(rotation).filter(({ seats }) => seats.length === 0).length,
    );
  await expect.poll(open).toEqual([0, 0, 0, 0, 0]);
});
