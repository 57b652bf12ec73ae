import { buildRotation } from '../../../../test/builders.ts';
import {
  change,
  createLayout,
  expect,
  openTeam,
  remember,
  shiftOf,
  test,
} from '../../../../test/page/restaurant.ts';

test('[BR35] a day without shifts counts no breaks', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByText('No shifts in this rotation yet')).toBeVisible();
  await expect(page.getByText('0 out, 0 to go')).toHaveCount(0);
});

test('[BR39] a rotation that is looked at ahead counts who is on break now', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Price', { startTime: '5:30 AM', endTime: '1:30 PM' });
  const bo = shiftOf('Bo Park', { startTime: '2:00 PM', endTime: '9:00 PM' });
  const rotations = [
    buildRotation('Lunch', '10:30 AM', '2:00 PM'),
    buildRotation('Afternoon', '2:00 PM', '5:00 PM'),
  ];
  const layout = await createLayout(page.context(), team, { shifts: [ana, bo], rotations });
  remember(page, { team, layout });
  await change(page.context(), team, layout, {
    ...{ type: 'break.press', shift: ana.id, slot: 0, wants: 'start' },
    ...{ at: Date.parse('2026-11-21T11:04:00-06:00'), by: null },
  });
  await page.goto('/');
  await expect(page.getByText(/^1 out, /)).toBeVisible();
  await page.getByRole('button', { name: /^Afternoon/ }).click();
  await expect(page.getByRole('button', { name: /Bo Park, break 1/ })).toBeVisible();
  await expect(page.getByText(/^1 out, /)).toBeVisible();
});
