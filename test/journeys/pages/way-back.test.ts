import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { drag } from '../drag.ts';
import { resize, tablet } from '../look.ts';
import {
  colleague,
  createLayout,
  createTeam,
  lunch,
  openTeam,
  password,
  register,
  remember,
  shiftOf,
  signOutAt,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

const path = (page: Page) => new URL(page.url()).pathname;

test('[PA8] Back on a shared tablet doesn’t sign the next person out', async ({ page }) => {
  await openTeam(page, {});
  const { email } = await (await page.request.get('/api/me')).json().then(({ user }) => user);
  await page.goto('/layouts');
  await signOutAt(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeAttached();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeAttached();
  expect((await (await page.request.get('/api/me')).json()).user).not.toBeNull();
});

test('[PA11] [PA30] an ended session is announced, and signing in leads back to the same day', async ({
  page,
  server,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  const { id, email } = (await (await page.request.get('/api/me')).json()).user;
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
  await expect(page.locator('.target').first()).toBeVisible();
  const database = new DatabaseSync(server.database, { timeout: 30_000 });
  database.prepare('delete from session where userId = ?').run(id);
  database.close();
  await page.reload();
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.locator('.target').first()).toBeVisible();
  await expect.poll(() => path(page)).toBe('/editor/rotations');
});

test('[PA8] Back skips redirects from an unknown shift or template', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  await remember(page, { team, layout });
  for (const [unknown, to] of [
    ['/editor/shifts/nobody', '/editor/shifts'],
    ['/templates/nothing', '/templates'],
  ] as const) {
    await page.goto('/account');
    await page.goto(unknown);
    await expect.poll(() => path(page)).toBe(to);
    await page.goBack();
    await expect.poll(() => path(page)).toBe('/account');
  }
  await page.goto('/editor/overview/');
  await expect(
    page.getByRole('navigation', { name: 'Editor' }).getByRole('link', { name: 'Overview' }),
  ).toHaveAttribute('aria-current', 'page');
});

test('[PA29] the requested page is kept through New Layout and Cancel', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  await page.goto('/editor/rotations');
  await expect.poll(() => path(page)).toBe('/layouts');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeAttached();
  await createLayout(page.context(), team, { date: '2026-11-21' });
  await page.getByRole('button', { name: 'Select' }).click();
  await expect.poll(() => path(page)).toBe('/editor/rotations');
});

test('[PA28] the next person doesn’t see the lists of the person before', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const viewer = await colleague(page, team, 'viewer', 'Vera');
  const { email } = (await (await viewer.request.get('/api/me')).json()).user;
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();

  // the next person uses the same page on a slow network
  await page.evaluate(() => history.pushState(null, '', '/logout'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeAttached();
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await page.route('**/members', () => asked());
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Manage Team' }).click();
  await isAsked;
  await expect(page.getByRole('table', { name: 'Members' })).toHaveCount(0);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: tablet });

  test('[PA10] toasts don’t cover unassigned people or positions', async ({ page }) => {
    const { team } = await openTeam(page, {});
    const shifts = Array.from({ length: 14 }, (_, index) => shiftOf(`Person ${index + 10}`));
    const layout = await createLayout(page.context(), team, { shifts });
    await remember(page, { team, layout });
    await page.goto('/editor/rotations');
    await page.getByRole('button', { name: /^Person 10/ }).tap();
    await page.getByRole('button', { name: 'Place Person 10 on Register 1, Front Counter' }).tap();
    const toast = page.locator('.toast').first();
    await expect(toast).toBeVisible();
    const [said, tray] = [await toast.boundingBox(), await page.locator('.tray__card').boundingBox()];
    expect(said?.x).toBeGreaterThanOrEqual((tray?.x ?? 0) + (tray?.width ?? 0));

    // a phone in landscape, or a tablet at 200% zoom
    await resize(page, { width: 512, height: 384 });
    await page.getByRole('button', { name: /^Person 11/ }).tap();
    const inSight = await page.locator('.target__place').evaluateAll((targets) => {
      const isSeen = (target: Element) => {
        const { left, top, width, height } = target.getBoundingClientRect();
        return target === document.elementFromPoint(left + width / 2, top + height / 2);
      };
      return targets.filter(isSeen).length;
    });
    expect(inSight).toBe(2);
  });
});

test('[PA9] after a drag between positions, focus is on the dragged person', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const [chloe, liam] = [shiftOf('Chloe Davis'), shiftOf('Liam Park')];
  const [counter] = lunch.subareas;
  const positions = counter?.positions.map((each, index) => ({
    ...each,
    seats: index === 0 ? [chloe.id] : [],
  }));
  const layout = await createLayout(page.context(), team, {
    shifts: [chloe, liam],
    rotations: [{ ...lunch, subareas: [{ ...counter, positions }] } as typeof lunch],
  });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
  await drag(page, page.getByRole('button', { name: /^Chloe D/ }), page.locator('.target').nth(1));
  await expect(page.getByRole('button', { name: /remove Chloe Davis from Register 2/i })).toBeFocused();
});

test('HotSchedules can be synced when another provider is connected', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team);
  const settings = { address: 'https://calendar.example.com/feed.ics' };
  const terms = { location: null, timeZone: 'America/Chicago', everyMinutes: null, takesAlone: false };
  const saved = await page.request.post(`/api/teams/${team}/schedule/ics`, { data: { settings, ...terms } });
  expect(saved.status()).toBe(200);
  await remember(page, { team, layout });
  await page.goto('/editor/shifts');
  await expect(page.getByRole('link', { name: 'Sync with Calendar feed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sync with HotSchedules' })).toBeVisible();
});
