import { inject } from 'vitest';
import {
  atPage,
  test as base,
  colleague,
  createLayout,
  createTeam,
  expect,
  type Page,
  post,
  read,
  register,
  remember,
  type Sender,
  shiftOf,
} from '../../../../test/page/restaurant.ts';
import {
  type HotSchedulesStandIn,
  hotShift,
  mapleStreet,
  runHotSchedules,
} from '../../../../test/providers/hotschedules.ts';

const test = base.extend<{ provider: HotSchedulesStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
  provider: async ({}, use) => {
    const provider = await runHotSchedules(mapleStreet(scheduled), inject('hotSchedulesPort'));
    await use(provider);
    await provider.stop();
  },
});

const date = '2026-11-21';
const scheduled = [
  hotShift(-1, date),
  hotShift(-2, date, { ownerId: 502, roleId: 82, jobId: 72, startTime: '10:00' }),
  hotShift(-3, date, { house: true, ownerId: null }),
];

test('[SC16] when a provider is down, there is a message with Retry; Cancel aborts; nothing changes', async ({
  page,
  provider,
}) => {
  const { team, layout } = await openShifts(page);
  await connect(page.context(), team);
  const before = await read(page.context(), team, layout);
  provider.faults.html = true;
  await page.goto('/editor/shifts/sync/hs');
  await expect(page.getByRole('alert')).toContainText(/HotSchedules/);
  provider.faults.html = false;
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'To Add' })).toBeVisible();
  await expect(summary(page)).toBeFocused();
  provider.faults.hangs = true;
  const ended = aborted(page, '/read');
  await page.reload();
  await expect(page.getByText('Syncing...', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).press('Enter');
  await ended;
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  expect(await read(page.context(), team, layout)).toEqual(before);

  // leaving the page aborts the connection test
  await page.goto('/team/schedule/hs');
  const testEnded = aborted(page, '/test');
  await page.getByRole('button', { name: 'Test Connection' }).press('Enter');
  await expect(page.getByText('Testing...', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await testEnded;
});

test('[SC28] [SC94] the only store of an account is selected automatically, with its time zone', async ({
  page,
  provider,
}) => {
  provider.store.clients = [{ id: 7, name: 'Maple Street', timeZone: 'America/Denver' }];
  const { team } = await openShifts(page);
  await page.goto('/editor/shifts/sync/hs');
  await page.getByLabel('User name').fill('maria.garcia');
  await page.getByLabel('Password', { exact: true }).fill('open sesame');
  await page.getByLabel('I understand').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(summary(page)).toBeVisible();
  const { connections } = await (await page.context().request.get(`/api/teams/${team}/schedule`)).json();
  expect(connections).toMatchObject([
    { location: { id: '7', name: 'Maple Street' }, timeZone: 'America/Denver' },
  ]);
});

test('[SC88] [SC89] a lead can sync but not connect, a viewer can’t do either', async ({
  page,
  provider: _,
}) => {
  const { team } = await openShifts(page);
  const manager = page.context();
  const lead = await colleague(page, team, 'lead');
  const viewer = await colleague(page, team, 'viewer', 'Sam');
  await page.handTo(lead);
  await page.goto('/editor/shifts/sync/hs');
  await expect(page.getByText('HotSchedules isn’t connected.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await connect(manager, team);
  // the lead's page updates
  await expect(page.getByRole('heading', { name: 'To Add' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connection' })).toHaveCount(0);
  await page.goto('/team/schedule/hs');
  await expect(page).toHaveURL('/team');

  await page.handTo(viewer);
  await page.goto('/editor/shifts/sync/hs');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByText('Maya Ortiz')).toBeVisible();
  await expect(page.getByRole('link', { name: /Sync/ })).toHaveCount(0);
});

/** The summary; takes focus when the schedule arrives. */
const summary = (page: Page) => page.getByRole('status').filter({ hasText: ' in HotSchedules for ' });

/** Opens the shifts of a date with one manual shift. */
async function openShifts(page: Page): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Maya Ortiz')] });
  remember(page, { team, layout });
  await page.goto('/editor/shifts');
  return { team, layout };
}

/** Connects over HTTP; the form has its own test. */
const connect = (context: Sender, team: string) =>
  post(context, `/api/teams/${team}/schedule/hotschedules`, {
    settings: { user: 'maria.garcia', pass: 'open sesame' },
    location: { id: '7', name: 'Maple Street' },
    timeZone: 'America/Chicago',
    everyMinutes: null,
    takesAlone: false,
  });

/** Comes true once the page has given up a request to such an address. */
function aborted(page: Page, end: string): Promise<true> {
  const context = page.context();
  const { fetch } = context;
  return new Promise((resolve) => {
    context.fetch = (path, init) => {
      if (path.endsWith(end)) init?.signal?.addEventListener('abort', () => resolve(true));
      return fetch.call(context, path, init);
    };
  });
}
