import { buildRotation } from '../../../../test/builders.ts';
import { test } from '../../../../test/page/clock.ts';
import {
  colleague,
  createLayout,
  expect,
  openTeam,
  remember,
  shiftOf,
} from '../../../../test/page/restaurant.ts';

const meal = (start: string) => ({ kind: 'meal' as const, start, minutes: 30, relief: [] });

test('[BR44] who runs the day sees when the next break of somebody is planned, on the board and on their sheet', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T09:05:00-06:00');
  const { team } = await openTeam(page, {});
  const times = { startTime: '9:00 AM', endTime: '5:00 PM', breaks: [null] };
  const ana = shiftOf('Ana Price', { ...times, planned: [meal('10:30 AM')] });
  const bo = shiftOf('Bo Diaz', { ...times, endTime: '12:00 PM', planned: [meal('10:00 AM')] });
  const rotation = buildRotation('Lunch', '9:00 AM', '3:00 PM');
  const seats: Readonly<Record<string, string>> = { till: ana.id, grill: bo.id };
  const subareas = rotation.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((each) => ({ ...each, seats: [seats[each.id] ?? ''] })),
  }));
  const layout = await createLayout(page.context(), team, {
    shifts: [ana, bo],
    rotations: [{ ...rotation, subareas }],
  });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('[data-row="till"]')).toContainText('Break 10:30');
  // until when he is here needs the room
  await expect(page.locator('[data-row="grill"]')).toContainText('until 12:00');
  await expect(page.locator('[data-row="grill"]')).not.toContainText('Break');
  await page
    .locator('[data-row="till"]')
    .getByRole('button', { name: /^Ana P\./ })
    .click();
  await expect(page.locator('.sheet__about')).toContainText('Break 10:30');
  await page.getByRole('button', { name: 'Their Day' }).click();
  await expect(page.getByText('Planned for 10:30 AM')).toBeVisible();

  await page.handTo(await colleague(page, team, 'viewer'));
  await page.goto('/');
  await expect(page.locator('[data-row="till"]')).toContainText('Ana P.');
  await expect(page.locator('[data-row="till"]')).not.toContainText('Break');
});
