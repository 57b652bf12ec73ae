import { addDays, businessDay } from '../../../../domain/time/date.ts';
import type { LineupServer } from '../../../../test/journeys/lineup-server.ts';
import { startOwnServer } from '../../../../test/page/own-server.ts';
import {
  test as base,
  colleague,
  createLayout,
  createTeam,
  expect,
  post,
  register,
  remember,
  shiftOf,
} from '../../../../test/page/restaurant.ts';
import {
  type HotSchedulesStandIn,
  hotShift,
  mapleStreet,
  runHotSchedules,
} from '../../../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../../../test/providers/stand-in.ts';

const tomorrow = addDays(businessDay(Date.now(), 'America/Chicago', '4:00 AM'), 1);

const test = base.extend<{ provider: HotSchedulesStandIn; server: LineupServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
  provider: async ({}, use) => {
    const provider = await runHotSchedules(mapleStreet([hotShift(-1, tomorrow)]));
    await use(provider);
    await provider.stop();
  },
  server: async ({ provider }, use) => {
    const server = await startOwnServer(() => outgoingEnv(provider));
    await use(server);
    await server.stop();
  },
});

test('a notice leads to the changes from background sync, and the schedule can be fetched again', async ({
  page,
  server,
  provider,
}) => {
  const manager = page.context();
  await register(manager);
  const { team } = await createTeam(manager);
  const layout = await createLayout(manager, team, { date: tomorrow, shifts: [shiftOf('Maya Ortiz')] });
  remember(page, { team, layout });
  const lead = await colleague(page, team, 'lead');
  const open = async (person: typeof lead) => {
    await page.handTo(person);
    await page.goto('/editor/shifts');
    await expect(page.getByRole('row', { name: 'Maya Ortiz' })).toBeVisible();
  };
  const summary = page.getByRole('status').filter({ hasText: ' in HotSchedules for ' });
  const at = `/api/teams/${team}/schedule/hotschedules`;

  await open(manager);
  await post(manager, at, {
    settings: { user: 'maria.garcia', pass: 'open sesame' },
    location: { id: '7', name: 'Maple Street' },
    timeZone: 'America/Chicago',
    everyMinutes: 5,
    takesAlone: false,
  });
  await expect(page.getByText('HotSchedules has no new changes')).toBeVisible();
  // a due sync runs as soon as the server starts
  await server.kill();
  await server.start();
  await expect(page.getByText('1 change in HotSchedules to review')).toBeVisible();
  await open(lead);
  await expect(page.getByText('1 change in HotSchedules to review')).toBeVisible();

  // the notice counts the latest fetch, regardless of who started it
  provider.store.shifts.push(hotShift(-2, tomorrow, { ownerId: 502 }));
  await post(manager, `${at}/read`, { date: tomorrow });
  await expect(page.getByText('2 changes in HotSchedules to review')).toBeVisible();

  await open(manager);
  provider.store.shifts.push(hotShift(-4, tomorrow, { ownerId: 502, startTime: '18:00', duration: 120 }));
  const asked = provider.asked.length;
  await page.getByRole('link', { name: 'Review' }).press('Enter');
  await expect(summary).toContainText(`2 shifts in HotSchedules for `);
  await expect(summary).toContainText('Checked ');
  expect(provider.asked).toHaveLength(asked);
  await page.getByRole('button', { name: 'Check Again' }).press('Enter');
  await expect(summary).toContainText('3 to add');
  await expect(summary).toBeFocused();
  await page.getByRole('button', { name: 'Sync', exact: true }).press('Enter');
  for (const each of [manager, lead]) {
    if (each === lead) await open(lead);
    await expect(page.getByRole('row')).toHaveCount(1 + 4);
    await expect(page.getByText('to review')).toHaveCount(0);
  }

  // failures show a notice too
  provider.faults.wrongPassword = true;
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('HotSchedules didn’t accept the sign-in.');
  await page.getByRole('link', { name: 'Cancel' }).press('Enter');
  await expect(page.getByText('HotSchedules didn’t accept the sign-in.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connection' })).toHaveCount(0);
  await open(manager);
  await expect(page.getByText('HotSchedules didn’t accept the sign-in.')).toBeVisible();
  await page.getByRole('link', { name: 'Connection' }).press('Enter');
  await expect(page).toHaveURL('/team/schedule/hs?from=%2Feditor%2Fshifts');
});
