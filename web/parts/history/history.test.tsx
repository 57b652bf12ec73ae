import {
  colleague,
  createLayout,
  createTeam,
  expect,
  newId,
  register,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const browser = (system: string) => ({
  'content-type': 'application/json',
  'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`,
});

test('[HI26] history names the browser only of who used several', async ({ page }) => {
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
