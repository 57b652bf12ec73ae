import { test } from '../../../test/page/clock.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  expect,
  register,
  remember,
  shiftOf,
} from '../../../test/page/restaurant.ts';

const chloe = shiftOf('Chloe Davis', { startTime: '5:00 AM' });
const liam = shiftOf('Liam Park');

test('[UN1] [UN2] [UN4] [UN9] [BR29] [BR30] [BR33] [BR35] a lead undoes and redoes breaks, but not over what others did', async ({
  page,
  clock,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [chloe, liam] });
  const other = await colleague(page, team, 'manager');
  remember(page, { team, layout });
  await page.goto('/');
  const breakOf = (name: string, state: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });
  const rows = page.locator('.break-rail__row');
  const button = (name: string) => page.locator('.undo-buttons').getByRole('button', { name });
  await expect(rows.first()).toContainText('Chloe D.due since 10:00');
  await expect(rows.last()).toContainText('due 2:00 PM');
  await expect(page.locator('.break-rail')).toContainText('0 out, 2 to go');

  await breakOf('Chloe Davis', 'not taken').click();
  await expect(breakOf('Chloe Davis', 'running')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(button('Undo')).toHaveText('Undone: Started Chloe Davis’s break');
  await expect(breakOf('Chloe Davis', 'not taken')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(breakOf('Chloe Davis', 'running')).toBeVisible();
  // or the other's press would come before the third change of this page
  const stored = async () =>
    (await (await other.request.get(`/api/teams/${team}/documents/${layout}`)).json()).version;
  await expect.poll(stored).toBe(4);
  await clock.advance({ minutes: 33 });
  await expect(page.locator('.break-slot--over')).toHaveText(/^3:\d\d late$/);

  // on another page of Lineup, after somebody else ended the break
  const ended = { type: 'break.press', shift: chloe.id, slot: 0, wants: 'end', at: 0, by: null } as const;
  await change(other, team, layout, { ...ended, at: Date.now() });
  await expect(breakOf('Chloe Davis', 'done')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByRole('link', { name: 'Rotations' }).click();
  await button('Undo').click();
  await expect(
    page.getByText('Jordan Sample ended Chloe Davis’s break since then. Nothing was undone.'),
  ).toBeVisible();
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect(button('Redo')).toHaveAttribute('aria-disabled', 'true');
});
