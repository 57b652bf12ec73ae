import type { BreakPress } from '../../../domain/day/break.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  expect,
  newId,
  type Page,
  read,
  register,
  remember,
  type Sender,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const sam = shiftOf('Sam Ray', { breaks: [null] });

async function openHistory(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [sam] });
  remember(page, { team, layout });
  return { team, layout };
}

const press = (context: Sender, { team, layout }: { team: string; layout: string }, wants: BreakPress) =>
  change(context, team, layout, {
    type: 'break.press',
    shift: sam.id,
    slot: 0,
    wants,
    at: 9e14,
    by: null,
  });

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

const browser = (system: string) => ({
  'content-type': 'application/json',
  'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`,
});

test('history names the browser only of who used several', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Ana Price')] });
  remember(page, { team, layout });
  const jordan = await colleague(page, team, 'lead');
  const add = (name: string, system: string) =>
    jordan.fetch(`/api/teams/${team}/documents/${layout}/changes`, {
      method: 'POST',
      headers: browser(system),
      body: JSON.stringify({ id: newId(), change: { type: 'shift.add', shift: shiftOf(name), seats: [] } }),
    });
  await add('Bo Park', 'X11; Linux x86_64');
  await page.goto('/editor/history');
  await expect(page.getByText('added Bo Park')).toBeVisible();
  await expect(page.getByText('Chrome on Linux')).toHaveCount(0);
  await add('Cy Lane', 'Linux; Android 15; Tablet');
  await page.goto('/editor/history');
  await expect(page.getByText('Chrome on Android')).toBeVisible();
  await expect(page.getByText('Chrome on Linux')).toBeVisible();
});

test('[HI6] [HI9] a manager reads a layout’s history, filters it, and undoes a colleague’s change', async ({
  page,
}) => {
  const day = await openHistory(page);
  const jordan = await colleague(page, day.team, 'lead');
  await press(jordan, day, 'start');
  await page.goto('/editor/overview');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible();
  await expect(entries(page)).toHaveText([
    /Jordan Sample started Sam Ray’s break.*Undo/,
    /Maria Sample created the layout Weekday, Front of House/,
  ]);

  await page.getByLabel('From').fill('2026-11-20');
  await expect(page).toHaveURL(/from=2026-11-20/);
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('From')).toBeFocused();
  await page.context().setOffline(true);
  await page.getByLabel('Changes to').selectOption('Notes');
  await expect(page.getByText('Can’t reach Lineup.')).toBeVisible();
  await page.getByLabel('Changes to').selectOption('Everything');
  await page.context().setOffline(false);
  await expect(entries(page), 'without a press of Retry').toHaveCount(2);

  await page.getByLabel('Changes to').focus();
  await page.getByLabel('Changes to').selectOption('Breaks');
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByLabel('Changes to')).toBeFocused();
  await page.getByLabel('Person').selectOption('Maria Sample');
  await expect(page.getByText('No changes match')).toBeVisible();
  await expect(page).toHaveURL(/topic=breaks/);
  await page.reload();
  await expect(page.getByLabel('Changes to')).toHaveValue('breaks');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('From')).toHaveValue('');

  await page.getByRole('button', { name: 'Undo: Jordan Sample started Sam Ray’s break' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(entries(page).first()).toContainText(
    'Maria Sample undid Jordan Sample’s change: “started Sam Ray’s break”',
  );
  await expect(entries(page).nth(1)).toContainText('Undone by Maria Sample');
  expect((await read(page.context(), day.team, day.layout)).shifts[0]?.breaks).toEqual([null]);

  await press(jordan, day, 'start');
  await page.getByRole('button', { name: 'Show 1 New Change' }).click();
  await expect(entries(page)).toHaveCount(4);
});

test('[HI4] [HI5] leads read the team’s history with what was deleted; viewers only see the layout’s', async ({
  page,
}) => {
  const day = await openHistory(page);
  await press(page.context(), day, 'start');
  const gone = await createLayout(page.context(), day.team, { template: 'Weekend', area: 'Kitchen' });
  await change(page.context(), day.team, gone, { type: 'layout.delete' });
  const lead = await colleague(page, day.team, 'lead');
  const viewer = await colleague(page, day.team, 'viewer', 'Vera');
  await page.handTo(lead);
  await page.goto('/team');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(entries(page).first()).toContainText('Maria Sample deleted the layout Weekend, Kitchen');
  await expect(entries(page).first()).toContainText('Weekend, Kitchen, 11/21/2026 (deleted)');
  await expect(entries(page).last()).toContainText('Maria Sample created the team Maple & 4th');
  await expect(page.getByRole('button', { name: /^Undo: .*deleted/ })).toHaveCount(0);
  await entries(page).first().getByRole('link', { name: 'Weekend' }).click();
  await expect(entries(page)).toHaveCount(2);
  await lead.setOffline(true);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Can’t reach Lineup. Check your connection and try again.')).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
  await lead.setOffline(false);

  await page.handTo(viewer);
  await page.goto('/editor/history');
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.goto('/team/history');
  await expect(page).toHaveURL('/team');
});

test('[HI23] Undo in a message is an undo in history, made without a network too', async ({ page }) => {
  await openHistory(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Sam Ray, break 1: not taken/ })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Sam Ray, break 1: not taken/ }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/offline, 2 changes waiting/i)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/offline|Sending/i)).toHaveCount(0);
  await page.goto('/editor/history');
  await expect(entries(page)).toHaveText([
    /Maria Sample undid: “started Sam Ray’s break”.*Undo$/,
    /Maria Sample started Sam Ray’s break.*Undone by Maria Sample$/,
    /Maria Sample created the layout Weekday, Front of House/,
  ]);
});
