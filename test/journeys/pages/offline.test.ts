import { expect, type Page } from '@playwright/test';
import {
  colleague,
  createLayout,
  createTeam,
  lunch,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

const chloe = shiftOf('Chloe Davis');
const liam = shiftOf('Liam Park');

const offlineWith = (waiting: string) => new RegExp(`^As of \\d+:\\d\\d, offline, ${waiting}$`);

const slot = (page: Page, state: string, name = 'Chloe Davis') =>
  page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });

test('[OF18] offline, taps show at once with a notice, and reach others once back online', async ({
  page,
}) => {
  const other = await openTwo(page);
  await expect(slot(page, 'not taken')).toBeVisible();
  await hasAllScreens(page);
  await page.context().setOffline(true);

  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: offlineWith('1 change waiting') })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.getByText(offlineWith('1 change waiting')).count(), 'at once on each page').toBe(1);
  await page.getByRole('textbox', { name: 'Shift notes' }).fill('Truck at 6');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Notes saved on this device, not sent yet')).toBeVisible();
  await page.getByRole('link', { name: 'Rotations', exact: true }).click();
  await page.getByRole('button', { name: /^Liam Park/ }).click();
  await page.getByRole('button', { name: 'Place Liam Park on Register 2, Front Counter' }).click();
  await expect(page.getByRole('button', { name: 'Remove Liam Park from Register 2' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: offlineWith('3 changes waiting') })).toBeVisible();
  await expect(slot(other, 'not taken'), 'nobody else knows yet').toBeVisible();

  await slot(other, 'not taken', 'Liam Park').click();
  await page.context().setOffline(false);
  await expect(slot(other, 'running')).toBeVisible();
  await expect(other.locator('.positions__row', { hasText: 'Register 2' })).toContainText('Liam P.');
  await expect(page.getByText(/offline/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(slot(page, 'running')).toBeVisible();
  await expect(slot(page, 'running', 'Liam Park'), 'what others did meanwhile').toBeVisible();
});

test('a network failure while scripts preload breaks no screen', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [chloe], rotations: [lunch] });
  await remember(page, { team, layout });
  // not by `setOffline`, which a slow machine reaches when the scripts are already loaded, or half of them
  const early = /\/assets\/day-|\/favicon\.svg$/;
  await page.route(early, (route) => route.abort());
  const tried = page.waitForEvent('requestfailed', (request) => early.test(request.url()));
  await page.goto('/editor/shifts');
  await expect(page.getByRole('heading', { name: 'Shifts' })).toBeVisible();
  await tried;
  await page.unroute(early);
  await hasAllScreens(page);
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(slot(page, 'not taken')).toBeVisible();
});

test('[L11] words that can’t be fetched as the page settles take nothing away, and come with the offered reload', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [chloe], rotations: [lunch] });
  await remember(page, { team, layout });
  const later = /\/assets\/words-en-(?!page|day)/;
  await page.route(later, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Update' }).waitFor();
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await page.unroute(later);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(slot(page, 'running')).toBeVisible();
});

test('[OB9] changes the server rejects are reverted, and told once, clear of the breaks and rotations', async ({
  page,
}) => {
  const other = await openTwo(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/editor/rotations');
  await expect(page.getByRole('button', { name: /^Chloe Davis/ })).toBeVisible();
  await page.context().setOffline(true);
  for (const [name, position] of [
    ['Chloe Davis', 'Register 2'],
    ['Liam Park', 'Register 1'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('button', { name: `Place ${name} on ${position}, Front Counter` }).click();
    await expect(page.getByRole('button', { name: `Remove ${name} from ${position}` })).toBeVisible();
  }
  const toasts = page.getByRole('status', { name: 'Messages' }).getByRole('listitem');
  await toasts.hover();
  await other.goto('/editor/shifts');
  for (const name of ['Chloe Davis', 'Liam Park']) {
    await other.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(other.getByText(`Deleted the shift of ${name}`)).toBeVisible();
  }
  await page.context().setOffline(false);
  const refused = page.getByRole('alert');
  const overtaken = (name: string) =>
    refused.getByText(
      new RegExp(
        `^Jordan Sample deleted the shift of ${name} at 11:\\d\\d AM, so your assignment was not saved\\.$`,
      ),
    );
  await expect(overtaken('Chloe Davis')).toBeVisible();
  await expect(refused.getByRole('button', { name: 'Show 1 More' })).toBeVisible();
  await expect(overtaken('Liam Park')).toHaveCount(0);
  await expect(toasts, 'they said that it was done').toHaveCount(0);
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
  const covered = (await refused.boundingBox())?.y ?? 0;
  for (const board of [page.locator('.break-rail'), page.locator('.rotation-pills')]) {
    const box = await board.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(covered);
  }
  await refused.getByRole('button', { name: 'Show 1 More' }).press('Enter');
  await expect(overtaken('Liam Park')).toBeVisible();
  await refused.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/Liam P/)).toHaveCount(0);
});

test('with the server down, taps continue and are stored once it is back, even for a closed page', async ({
  page,
  server,
}) => {
  const other = await openTwo(page);
  await expect(slot(page, 'not taken')).toBeVisible();
  await server.kill();
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await server.start();
  await expect(slot(other, 'running')).toBeVisible();
  await expect(page.getByText(/offline|^Sending/)).toHaveCount(0);
  await page.reload();
  await expect(slot(page, 'running')).toBeVisible();

  await server.kill();
  await slot(page, 'not taken', 'Liam Park').click();
  await expect(page.getByText(offlineWith('1 change waiting'))).toBeVisible();
  await page.close();
  await server.start();
  const again = await page.context().newPage();
  await again.goto('/');
  await expect(slot(other, 'running', 'Liam Park'), 'what the closed page left').toBeVisible();
  await expect(slot(again, 'running', 'Liam Park')).toBeVisible();
  await expect(again.getByText(/waiting|^Sending/)).toHaveCount(0);
});

/** Waits until the other day screens are preloaded. */
const hasAllScreens = (page: Page) =>
  page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['rotations', 'overview', 'shifts', 'shift-form', 'quill-editor'].every((screen) =>
      loaded.some((name) => name.includes(`/${screen}-`)),
    );
  });

/** Two people in two browsers on the same day view; returns the second page. */
async function openTwo(page: Page): Promise<Page> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [chloe, liam], rotations: [lunch] });
  const other = await colleague(page, team, 'lead');
  for (const each of [page, other]) {
    await remember(each, { team, layout });
    await each.goto('/');
    await expect(each.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
  }
  return other;
}
