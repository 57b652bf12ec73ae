import { expect, type Locator, type Page } from '@playwright/test';

import { drag } from '../drag.ts';
import { lookAt, phone, tablet } from '../look.ts';
import {
  change,
  colleague,
  createLayout,
  lunch,
  openTeam,
  read,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ hasTouch: true, viewport: tablet });

const [ana, ben, cleo] = [
  shiftOf('Ana Lopez'),
  shiftOf('Ben Okafor', { endTime: '1:30 PM' }),
  shiftOf('Cleo Novak', { startTime: '6:00 AM', endTime: '1:30 PM' }),
];
const positions = [
  { id: 'r1', name: 'Register 1', seats: [ana.id] },
  { id: 'r2', name: 'Register 2', seats: [ben.id] },
  { id: 'fries', name: 'Fries', seats: [] },
];
const rotations = [{ ...lunch, subareas: [{ id: 'counter', name: 'Counter', positions }] }];

test('[DB1] [DB2] [DB3] [DB4] [DB6] [DB7] [DB10] [DB11] [DB12] [DB16] [DB18] a lead runs the floor from the board', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts: [ana, ben, cleo], rotations });
  await remember(page, { team, layout });
  const crew = await colleague(page, team, 'viewer', 'Crew');
  await remember(crew, { team, layout });
  await Promise.all([page.goto('/'), crew.goto('/')]);
  const board = boardOf(page);
  const seats = async () =>
    (await read(page.context(), team, layout)).rotations[0]?.subareas[0]?.positions.map(({ seats }) =>
      seats.map((id) => id),
    );
  let presses = 0;
  const press = async (place: Locator) => {
    presses += 1;
    await place.tap();
  };
  const counted = async (what: string, most: number, run: () => Promise<void>) => {
    presses = 0;
    await run();
    expect(presses, what).toBe(most);
  };

  await expect(board.chip('Ben O.'), 'a name at rest').toHaveCSS('border-color', 'rgba(0, 0, 0, 0)');
  await counted('a swap', 2, async () => {
    await press(board.chip('Ana L.'));
    await expect(page.getByRole('dialog', { name: 'Ana Lopez' })).toBeVisible();
    await expect(board.chip('Ben O.'), 'it can take her').toHaveCSS('border-style', 'dashed');
    await press(board.chip('Ben O.'));
    await expect(page.getByText(/Swapped Ana Lopez .* and Ben Okafor/)).toBeVisible();
  });
  await expect.poll(seats).toEqual([[ben.id], [ana.id], []]);
  await expect(board.row('Register 1'), 'he leaves before lunch ends').toContainText('until 1:30');

  await counted('a move', 2, async () => {
    await press(board.chip('Ana L.'));
    await press(board.place('Fries'));
    await expect(board.row('Fries')).toContainText('Ana L.');
  });

  await counted('a call-out', 2, async () => {
    await press(board.chip('Ben O.'));
    await press(page.getByRole('button', { name: 'Out Sick' }));
    await expect(page.getByText('Ben is out. Open: Register 1')).toBeVisible();
  });
  await expect(page.locator('.floor-strip')).toContainText('sick, from 11:05 AM by Maria');
  const seen = boardOf(crew);
  await expect(seen.row('Register 1')).toContainText('Open');
  await expect(crew.locator('.floor-strip')).toContainText('from 11:05 AM');
  await expect(crew.locator('.floor-strip')).not.toContainText(/by Maria|sick/);
  await expect(crew.locator('.floor').getByRole('button')).toHaveCount(0);

  await counted('an open position', 2, async () => {
    await press(board.place('Register 1'));
    await press(
      page.getByRole('dialog', { name: 'Register 1' }).getByRole('button', { name: /^Cleo Novak/ }),
    );
    await expect(board.row('Register 1')).toContainText('Cleo N.');
  });

  await counted('a walk-in', 3, async () => {
    await press(page.getByRole('button', { name: 'Walk-In' }));
    await page.keyboard.type('Zoe Quinn');
    await press(page.getByRole('option', { name: /Zoe Quinn/ }));
    await press(board.place('Register 2'));
    await expect(board.row('Register 2')).toContainText('Zoe Q.');
  });
  const walkIn = async () =>
    (await read(page.context(), team, layout)).shifts.find(({ teamMember }) => teamMember === 'Zoe Quinn');
  await expect.poll(walkIn).toMatchObject({ startTime: '11:05 AM', endTime: '2:00 PM' });

  // the keyboard alone
  await board.chip('Cleo N.').focus();
  await page.keyboard.press('ArrowDown');
  await expect(board.chip('Zoe Q.')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(board.chip('Cleo N.')).toHaveCSS('border-style', 'dashed');
  await expect(page.locator('.floor-strip .positions__person--out'), 'who is out').not.toHaveCSS(
    'border-style',
    'dashed',
  );
  await expect(
    page
      .getByRole('button', { name: 'Start Break' })
      .or(page.getByRole('button', { name: 'Move or Swap' }))
      .first(),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(board.chip('Zoe Q.')).toBeFocused();

  await drag(page, board.chip('Cleo N.'), board.chip('Zoe Q.'));
  await expect(board.row('Register 2')).toContainText('Cleo N.');

  // somebody else calls out who is picked up, and deletes them then
  await board.chip('Ana L.').tap();
  const out = {
    type: 'shift.out',
    shift: ana.id,
    reason: 'no-show',
    from: '9:00 AM',
    at: Date.now(),
    by: null,
  } as const;
  await change(page.context(), team, layout, out);
  await expect(page.getByText('They can’t be placed until they are back.')).toBeVisible();
  await lookAt(page, { what: 'a person who is out', viewport: tablet, colorScheme: 'light' });
  await change(page.context(), team, layout, { type: 'shift.delete', shift: ana.id });
  await expect(page.getByText('That person was just deleted from this day.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await board.place('Fries').tap();
  await lookAt(page, { what: 'who could take a position', viewport: phone, colorScheme: 'dark' });
});

function boardOf(page: Page) {
  const row = (name: string) => page.locator('.positions__row', { hasText: name });
  return {
    row,
    chip: (name: string) => page.locator('.positions [data-shift]').filter({ hasText: name }),
    place: (name: string) => row(name).locator('.positions__place'),
  };
}
