import { expect, lunch, type Page, read, shiftOf, test } from '../../../test/page/restaurant.ts';
import {
  leave,
  type Named,
  openTablet,
  pins,
  recorded,
  type Tablet,
  unlock,
} from '../../../test/page/tablet.ts';

const chloe = shiftOf('Chloe Davis', { breaks: [null] });
const dan = shiftOf('Dan Fox', { breaks: [null] });
const crew = ['Maria Lee', 'Bo Lee'].map((name) => shiftOf(name, { breaks: [null] }));
const seated = {
  ...lunch,
  subareas: lunch.subareas.map((subarea) => ({
    ...subarea,
    positions: [
      ...subarea.positions.map((position, at) => ({ ...position, seats: [at === 0 ? chloe.id : dan.id] })),
      { id: 'Fryer', name: 'Fryer', seats: [] },
    ],
  })),
};
const day = { shifts: [chloe, dan, ...crew], rotations: [seated] };

const chip = (page: Page, name: string) => page.locator('[data-shift]', { hasText: name }).first();
const place = (page: Page, name: string) => page.locator('.positions__place', { hasText: name });

/** What leads to a change of the day, on a locked tablet. */
const presses: Record<string, (page: Page) => Promise<void>> = {
  'start of a break': (page) => page.getByRole('button', { name: /^Chloe Davis, break 1: not taken/ }).tap(),
  'end of a break': (page) => page.getByRole('button', { name: /^Chloe Davis, break 1: running/ }).tap(),
  'swap of two people': async (page) => {
    await chip(page, 'Chloe').tap();
    await chip(page, 'Dan').tap();
  },
  'an open position': async (page) => {
    await chip(page, 'Chloe').tap();
    await place(page, 'Fryer').tap();
  },
  late: async (page) => {
    await chip(page, 'Dan').tap();
    const sheet = page.getByRole('dialog', { name: 'Dan Fox' });
    await sheet.getByRole('button', { name: 'Late' }).tap();
    await sheet.getByRole('button', { name: 'Unknown' }).tap();
  },
  out: async (page) => {
    await chip(page, 'Chloe').tap();
    await page.getByRole('dialog', { name: 'Chloe Davis' }).getByRole('button', { name: 'Sick' }).tap();
  },
};

test('[KI1] each press of the day is done once, by who unlocked the tablet for it, and not at all without them', async ({
  page,
}) => {
  const tablet = await openTablet(page, { over: day });
  const before = (await recorded(tablet)).length;
  for (const [done, [what, press]] of Object.entries(presses).entries()) {
    const name: Named = done % 2 ? 'Bo' : 'Maria';
    await press(page);
    await page.getByRole('dialog', { name: 'Who is here?' }).getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('dialog', { name: 'Who is here?' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect((await recorded(tablet)).length, `${what}, by nobody`).toBe(before + done);
    await press(page);
    await unlock(page, name);
    await expect.poll(async () => (await recorded(tablet)).length, { message: what }).toBe(before + done + 1);
    expect((await recorded(tablet))[0], what).toContain(`${name} Lee`);
    await leave(page, name, 'Lock');
    await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  }
  expect((await recorded(tablet)).length).toBe(before + Object.keys(presses).length);
});

const startOf = async ({ manager, team, layout }: Tablet, name: string) =>
  (await read(manager, team, layout)).shifts.find(({ teamMember }) => teamMember === name)?.startTime;

test('[KI1] several shifts are moved once, by who unlocked the tablet with the dialog open, which closes', async ({
  page,
}) => {
  const tablet = await openTablet(page);
  await page.goto('/editor/shifts');
  await page.getByLabel('Select Chloe Davis').check();
  await page.getByLabel('Select Bo Lee').check();
  await page.getByRole('button', { name: 'Move Times' }).click();
  const move = page.getByRole('dialog', { name: 'Move Times of 2 shifts' });
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog', { name: 'Who is here?' }).getByRole('button', { name: 'Close' }).click();
  await expect(move).toBeVisible();
  expect(await startOf(tablet, 'Chloe Davis')).toBe('9:00 AM');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await unlock(page, 'Bo');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Move Times' })).toBeFocused();
  await expect.poll(() => startOf(tablet, 'Chloe Davis')).toBe('9:15 AM');
  expect((await recorded(tablet))[0]).toContain('Bo Lee');
  await leave(page, 'Bo', 'Lock');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await unlock(page, 'Maria');
  await page
    .getByRole('dialog', { name: 'Delete 2 shifts?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect
    .poll(async () => (await read(tablet.manager, tablet.team, tablet.layout)).shifts.length)
    .toBe(1);
  expect((await recorded(tablet))[0]).toContain('Maria Lee');
});

test('[KI1] [KI3] a rotation is changed once, by who unlocked the tablet, and not by a wrong PIN', async ({
  page,
}) => {
  const tablet = await openTablet(page, { over: day });
  const before = (await recorded(tablet)).length;
  await page.goto('/editor/rotations');
  const seats = async () =>
    (await read(tablet.manager, tablet.team, tablet.layout)).rotations[0]?.subareas[0];
  await page.getByRole('button', { name: /^Bo Lee/ }).click();
  await page.getByRole('button', { name: 'Place Bo Lee on Fryer, Front Counter' }).click();
  await unlock(page, 'Maria', '9999');
  await expect(page.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription('That PIN is incorrect.');
  expect((await recorded(tablet)).length).toBe(before);
  await page.keyboard.type(pins.Maria);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await seats())?.positions[2]?.seats.length).toBe(1);
  expect((await recorded(tablet)).length).toBe(before + 1);
  expect((await recorded(tablet))[0]).toContain('Maria Lee');
});

test('[KI1] a day that is over asks who is there, then whether it is meant', async ({ page }) => {
  const tablet = await openTablet(page, { over: { date: '2026-11-20' } });
  const before = (await recorded(tablet)).length;
  const slot = page.getByRole('button', { name: /^Chloe Davis, break 1: not taken/ });
  await slot.tap();
  await unlock(page, 'Maria');
  const question = page.getByRole('dialog', { name: 'Fri 11/20 is over' });
  await question.getByRole('button', { name: 'Cancel' }).tap();
  expect((await recorded(tablet)).length).toBe(before);
  await leave(page, 'Maria', 'Lock');
  await slot.tap();
  await unlock(page, 'Bo');
  await question.getByRole('button', { name: 'Record on Fri 11/20' }).tap();
  await expect.poll(async () => (await recorded(tablet)).length).toBe(before + 1);
  expect((await recorded(tablet))[0]).toContain('Bo Lee');
});
