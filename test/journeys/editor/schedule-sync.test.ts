import { expect } from '@playwright/test';
import { hotShift, mapleStreet, runHotSchedules } from '../../providers/hotschedules.ts';
import { outgoingEnv } from '../../providers/stand-in.ts';
import { startServer } from '../lineup-server.ts';
import { look } from '../look.ts';
import {
  test as base,
  change,
  createLayout,
  createTeam,
  post,
  register,
  remember,
  shiftOf,
} from '../restaurant.ts';

const test = base.extend<{ provider: Awaited<ReturnType<typeof runHotSchedules>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  provider: async ({}, use) => {
    const provider = await runHotSchedules(mapleStreet(scheduled));
    await use(provider);
    await provider.stop();
  },
  baseURL: async ({ provider }, use) => {
    const server = await startServer({ env: () => outgoingEnv(provider) });
    await use(server.address);
    await server.stop();
  },
});

const date = '2026-11-21';
const front = { ownerId: 502, roleId: 82, jobId: 72 };
const scheduled = [
  hotShift(-1, date),
  hotShift(-2, date, { ...front, startTime: '10:00' }),
  hotShift(-3, date, { house: true, ownerId: null }),
];

test('connecting, reviewing and what is said about it are readable', async ({ page, provider }) => {
  const context = page.context();
  await register(context);
  const { team } = await createTeam(context);
  const layout = await createLayout(context, team, { shifts: [shiftOf('Maya Ortiz')] });
  await remember(page, { team, layout });
  const hotSchedules = `/api/teams/${team}/schedule/hotschedules`;

  await page.goto('/editor/shifts/sync/hs');
  await page.getByLabel('User name').fill('maria.garcia');
  await page.getByLabel('Password', { exact: true }).fill('open barley');
  await page.getByLabel('I understand').check();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(page.getByRole('alert')).toContainText('HotSchedules didn’t accept the sign-in.');
  await look(page, 'connecting');
  await post(context, hotSchedules, {
    settings: { user: 'maria.garcia', pass: 'open sesame' },
    location: { id: '7', name: 'Maple Street' },
    timeZone: 'America/Chicago',
    everyMinutes: 5,
    takesAlone: false,
  });
  await page.goto('/team/schedule/hs');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await look(page, 'the connection');

  await page.goto('/editor/shifts/sync/hs');
  await expect(page.getByText('Skipped 1 shift with nobody assigned.')).toBeVisible();
  await look(page, 'the first sync');
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText('HotSchedules: 2 changes applied')).toBeVisible();
  await change(context, team, layout, { type: 'shift.edit', shift: 'hotschedules:-2', note: 'Trains Ann' });
  provider.store.shifts = [
    hotShift(-1, date, { startTime: '17:00' }),
    hotShift(-2, date, { ...front, startTime: '11:00', shiftNote: 'Float' }),
    hotShift(-6, date, { ownerId: 502 }),
  ];
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  await expect(page.getByText('Keeps your edit: “Trains Ann”. In HotSchedules: “Float”.')).toBeVisible();
  await look(page, 'the second sync');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('3 changes in HotSchedules to review')).toBeVisible();
  await look(page, 'what waits');

  provider.faults.html = true;
  await page.goto('/editor/shifts/sync/hs');
  await expect(page.getByRole('alert')).toContainText(/HotSchedules/);
  await look(page, 'a provider that is down');
  provider.faults.html = false;
  provider.faults.wrongPassword = true;
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('HotSchedules didn’t accept the sign-in.');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('HotSchedules didn’t accept the sign-in.')).toBeVisible();
  await look(page, 'what could not be read');
});
