import { test } from '../../../../test/page/clock.ts';
import {
  change,
  createLayout,
  expect,
  lunch,
  openTeam,
  read,
  remember,
  shiftOf,
} from '../../../../test/page/restaurant.ts';

test('[DB14] at 11:07, who is late comes at 11:25, at 11:40, at a typed time of the shift, or nobody knows when', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:07:00-06:00');
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Lopez');
  const subareas = lunch.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((position, at) => ({ ...position, seats: at === 0 ? [ana.id] : [] })),
  }));
  const rotations = [{ ...lunch, subareas }];
  const layout = await createLayout(page.context(), team, { shifts: [ana], rotations });
  remember(page, { team, layout });
  await page.goto('/');
  const sheet = page.getByRole('dialog', { name: 'Ana Lopez' });
  const expected = async () => (await read(page.context(), team, layout)).shifts[0]?.late?.expected;
  const open = async () => {
    await page.locator('[data-shift]', { hasText: 'Ana' }).tap();
    await sheet.getByRole('button', { name: 'Late' }).tap();
  };
  const isExpected = async (at: string | null) => {
    await expect.poll(expected).toBe(at);
    await change(page.context(), team, layout, { type: 'shift.back', shift: ana.id });
  };

  for (const [name, at] of [
    ['+15 min · 11:25a', '11:25 AM'],
    ['+30 min · 11:40a', '11:40 AM'],
    ['Unknown', null],
  ] as const) {
    await open();
    await sheet.getByRole('button', { name }).tap();
    await isExpected(at);
  }
  await open();
  await sheet.getByLabel('Or at').fill('8:00 PM');
  await sheet.getByRole('button', { name: 'Set' }).tap();
  await expect(sheet).toContainText('Pick a time between 9:00 AM and 3:00 PM.');
  await sheet.getByLabel('Or at').fill('1p');
  await sheet.getByRole('button', { name: 'Set' }).tap();
  await isExpected('1:00 PM');
});
