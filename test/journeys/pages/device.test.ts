// What a network or a device does to a page: a public network's sign-in, a full disk, nothing stored, an old build.
import { expect, type Page } from '@playwright/test';
import { buildOf, startUpdatingServer } from '../../servers/updating-server.ts';
import { isStored, keeps } from '../device-storage.ts';
import { lookAt, phone } from '../look.ts';
import { createLayout, createTeam, lunch, read, register, remember, shiftOf, test } from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

const slot = (page: Page, state: string) =>
  page.getByRole('button', { name: new RegExp(`^Chloe Davis, break 1: ${state}`) });

async function createDay(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const shifts = [shiftOf('Chloe Davis')];
  const layout = await createLayout(page.context(), team, { shifts, rotations: [lunch] });
  const isTaken = async () => (await read(page.context(), team, layout)).shifts[0]?.breaks[0] != null;
  return { team, layout, isTaken };
}

/** As `remember`, for pages of another address than the server's own. */
async function openAt(address: string, page: Page, { team, layout }: { team: string; layout: string }) {
  await page.goto(`${address}/favicon.svg`);
  await page.evaluate((chosen) => Object.assign(localStorage, chosen), {
    selectedTeam: team,
    selectedLayout: layout,
  });
  await page.goto(address);
  await expect(slot(page, 'not taken')).toBeVisible();
}

test('a page whose files are gone from the server reloads, and sends what was tapped before', async ({
  page,
  server,
}) => {
  const { isTaken, ...day } = await createDay(page);
  const proxy = await startUpdatingServer(server.address);
  await page.route(/\/assets\/layouts-.*\.js$/, async (route) =>
    (await buildOf(page)) === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await openAt(proxy.address, page, day);
  proxy.block(true);
  proxy.publish();
  await slot(page, 'not taken').click();
  await expect(page.getByText('1 change waiting')).toBeVisible();
  await page.getByRole('link', { name: '11/21/2026' }).click();
  await expect(page.getByText('This page didn’t load')).toBeVisible();
  proxy.block(false);
  await expect(page.getByRole('heading', { name: 'Layouts' })).toBeVisible();
  expect(await buildOf(page)).toBe(1);
  await expect.poll(isTaken).toBe(true);
  await proxy.stop();
});

test('a page opens, and sends what is tapped, where the device never finishes reading what waits', async ({
  page,
}) => {
  const { isTaken, team, layout } = await createDay(page);
  await page.goto('/login');
  await remember(page, { team, layout });
  const other = await page.context().newPage();
  await other.goto('/login');
  // as WebKit leaves it after a page that went at a bad moment: all that comes later waits for this
  await other.evaluate(async () => {
    const { result: database } = await new Promise<IDBOpenDBRequest>((resolve) => {
      const opening = indexedDB.open('lineup');
      opening.onsuccess = () => resolve(opening);
    });
    const store = database.transaction('waiting', 'readwrite').objectStore('waiting');
    const goOn = () => {
      store.count().onsuccess = goOn;
    };
    goOn();
  });
  await page.goto('/');
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await expect.poll(isTaken).toBe(true);
});

test.describe('with the app stored', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[OF16] a public network that answers everything itself changes nothing and is taken as no network', async ({
    page,
    server,
  }) => {
    const { isTaken, ...day } = await createDay(page);
    // the boards of today are stored with the list of them
    const unseen = await createLayout(page.context(), day.team, { date: '2026-11-22' });
    const proxy = await startUpdatingServer(server.address);
    await openAt(proxy.address, page, day);
    await isStored(page);
    await page.goto(`${proxy.address}/layouts`);
    await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(2);
    for (const week of ['from=2026-11-15', 'from=2026-11-22'])
      await keeps(page, `${day.team}/api/teams/${day.team}/layouts?${week}`);

    for (const how of ['redirect', 'page'] as const) {
      proxy.intercept(how);
      await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}),
      );
      await page.reload();
      await expect(page.getByText(/^As of .*, offline$/)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(2);
    }
    await page.goto(`${proxy.address}/?team=${day.team}&layout=${unseen}`);
    await expect(page.getByText('this page isn’t saved on this device')).toBeVisible();
    await lookAt(page, { what: 'a day that is not stored', viewport: phone, colorScheme: 'dark' });
    await page.goto(`${proxy.address}/?team=${day.team}&layout=${day.layout}`);
    await slot(page, 'not taken').click();
    await expect(page.getByText(/offline, 1 change waiting$/)).toBeVisible();

    proxy.intercept(null);
    await expect(page.getByText(/offline/)).toHaveCount(0);
    await expect.poll(isTaken).toBe(true);
    await proxy.stop();
  });

  test('without the server, a device that stored nobody’s day says so', async ({ page, server }) => {
    const proxy = await startUpdatingServer(server.address);
    await page.goto(`${proxy.address}/login`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await isStored(page);
    // The page that installed the worker was loaded without it.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.evaluate(() => fetch('/api/me?again').then((answer) => answer.text()));
    // Undefined in Chromium before it said so.
    await expect
      .poll(() => page.evaluate(sourceOfAnswer), 'the worker is not asked')
      .toMatch(/network|undefined/);
    proxy.block(true);
    await page.reload();
    await lookAt(page, { what: 'a page that is loading', viewport: phone, colorScheme: 'light' });
    await expect(page.getByText('You need a connection to sign in.')).toBeVisible();
    await page.goto(proxy.address);
    await expect(page.getByText('There’s nothing saved on this device')).toBeVisible();
    await lookAt(page, { what: 'nothing stored', viewport: phone, colorScheme: 'dark' });
    proxy.block(false);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await proxy.stop();
  });
});

function sourceOfAnswer(): string {
  const [asked] = performance.getEntriesByName(new URL('/api/me?again', location.href).href);
  return asked ? String((asked as { workerMatchedSourceType?: string }).workerMatchedSourceType) : 'none yet';
}
