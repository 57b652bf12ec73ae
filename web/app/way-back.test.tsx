import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  colleague,
  createLayout,
  expect,
  openTeam,
  password,
  remember,
  signOutAt,
  test,
} from '../../test/page/restaurant.ts';

const path = () => location.pathname;

test('[PA1] after navigation, focus is on the heading, unless a field has it', async ({ page }) => {
  await openTeam(page);
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/layouts');
  await expect(title('Layouts')).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: 'Edit Templates' }).click();
  await expect(title('Templates')).toBeFocused();
  await page.getByRole('link', { name: 'New Template' }).first().click();
  await expect(page.getByLabel('Template Name')).toBeFocused();
  await page.goBack();
  await expect(title('Templates')).toBeFocused();
  await page.getByRole('link', { name: 'Maria Sample' }).click();
  await expect(title('Account')).toBeFocused();
});

test('Back on a shared tablet doesn’t sign the next person out', async ({ page }) => {
  await openTeam(page, {});
  const { email } = (await (await page.context().request.get('/api/me')).json()).user;
  await page.goto('/layouts');
  await signOutAt(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible();
  expect((await (await page.context().request.get('/api/me')).json()).user).not.toBeNull();
});

test('what was typed into a shift or pasted for import is there again after Back and Forward', async ({
  page,
}) => {
  await openTeam(page);
  await page.goto('/editor/shifts');
  await page.getByRole('link', { name: 'Add Shift' }).first().click();
  await page.getByLabel('Name').fill('Nadia Ob');
  await page.getByLabel('Start Time').fill('9');
  await page.getByLabel('Note').fill('First day');
  await page.goBack();
  await expect(page.getByLabel('Note')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByLabel('Name')).toHaveValue('Nadia Ob');
  await expect(page.getByLabel('Start Time')).toHaveValue('9');
  await expect(page.getByLabel('Note')).toHaveValue('First day');
  await page.getByLabel('End Time').fill('5p');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Name'), 'what was saved is not there twice').toHaveValue('');
  await page.goForward();
  await page.getByRole('link', { name: 'Import' }).first().click();
  const box = page.getByLabel('Paste the schedule');
  await box.fill('Zora 9a-5p');
  await page.goBack();
  await expect(box).toHaveCount(0);
  await page.goForward();
  await expect(box).toHaveValue('Zora 9a-5p');
  await page.getByRole('button', { name: 'Read Text' }).click();
  await page.getByRole('button', { name: 'Import 1 Shift' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible();
  await page.goBack();
  await expect(box, 'it is in').toHaveValue('');
});

test('[PA11] [PA30] an ended session is announced, and signing in leads back to the same day', async ({
  page,
  server,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  const { id, email } = (await (await page.context().request.get('/api/me')).json()).user;
  remember(page, { team, layout });
  await page.goto('/editor/rotations');
  await expect(page.locator('.target').first()).toBeVisible();
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  database.prepare('delete from session where userId = ?').run(id);
  database.close();
  await page.reload();
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.locator('.target').first()).toBeVisible();
  await expect.poll(path).toBe('/editor/rotations');
});

test('Back skips redirects from an unknown shift or template', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  remember(page, { team, layout });
  for (const [unknown, to] of [
    ['/editor/shifts/nobody', '/editor/shifts'],
    ['/templates/nothing', '/templates'],
  ] as const) {
    await page.goto('/account');
    await page.goto(unknown);
    await expect.poll(path).toBe(to);
    await page.goBack();
    await expect.poll(path).toBe('/account');
  }
  await page.goto('/editor/overview/');
  await expect(
    page.getByRole('navigation', { name: 'Editor' }).getByRole('link', { name: 'Overview' }),
  ).toHaveAttribute('aria-current', 'page');
});

test('the requested page is kept through New Layout and Cancel', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/editor/rotations');
  await expect.poll(path).toBe('/layouts');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible();
  await createLayout(page.context(), team, { date: '2026-11-21' });
  await page.getByRole('button', { name: 'Select' }).click();
  await expect.poll(path).toBe('/editor/rotations');
});

test('the next person doesn’t see the lists of the person before', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const viewer = await colleague(page, team, 'viewer', 'Vera');
  const { email } = (await (await viewer.request.get('/api/me')).json()).user;
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();

  // the next person uses the same page on a slow network
  history.pushState(null, '', '/logout');
  dispatchEvent(new PopStateEvent('popstate'));
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible();
  const asked = Promise.withResolvers<void>();
  const { session } = page;
  const { fetch } = session;
  session.fetch = async (path, init) => {
    if (!path.endsWith('/members')) return fetch.call(session, path, init);
    asked.resolve();
    return new Promise<never>(() => {});
  };
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Manage Team' }).click();
  await asked.promise;
  await expect(page.getByRole('table', { name: 'Members' })).toHaveCount(0);
});
