import { expect, type Page } from '@playwright/test';
import type { ConnectionForm } from '../../../client/calls/schedule.ts';
import { addDays, businessDay } from '../../../domain/time/date.ts';
import {
  type HotSchedulesStandIn,
  hotShift,
  mapleStreet,
  runHotSchedules,
} from '../../providers/hotschedules.ts';
import { type Faults, outgoingEnv } from '../../providers/stand-in.ts';
import { type LineupServer, startServer } from '../lineup-server.ts';
import { look } from '../look.ts';
import {
  atPage,
  test as base,
  change,
  colleague,
  createLayout,
  createTeam,
  read,
  register,
  remember,
  shiftOf,
} from '../restaurant.ts';

/** A server with a HotSchedules stand-in. */
interface Store {
  readonly server: LineupServer;
  readonly provider: HotSchedulesStandIn;
}

let shared: Store | undefined;

const test = base.extend<{ store: Store }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  store: async ({}, use) => {
    shared ??= await startStore();
    const { store, faults } = shared.provider;
    Object.assign(store, mapleStreet(scheduled));
    for (const fault of Object.keys(faults)) delete faults[fault as keyof Faults];
    await use(shared);
  },
  baseURL: ({ store }, use) => use(store.server.address),
});
// one after the other, so that one server is enough
test.describe.configure({ mode: 'default' });
test.afterAll(async () => {
  await shared?.server.stop();
  await shared?.provider.stop();
});

async function startStore(): Promise<Store> {
  const provider = await runHotSchedules();
  return { provider, server: await startServer({ env: () => outgoingEnv(provider) }) };
}

const date = '2026-11-21';
const scheduled = [
  hotShift(-1, date),
  hotShift(-2, date, { ownerId: 502, roleId: 82, jobId: 72, startTime: '10:00' }),
  hotShift(-3, date, { house: true, ownerId: null }),
];

test('[SC63] [SC70] [SC75] connecting asks to accept the risk, shows a wrong password, and offers stores; saved secrets aren’t sent back', async ({
  page,
}) => {
  await openShifts(page);
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  await expect(page.getByRole('heading', { name: 'Sync with HotSchedules' })).toBeVisible();
  await page.getByLabel('User name').fill('maria.garcia');
  await page.getByLabel('Password', { exact: true }).fill('open barley');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Read the warning, then check “I understand”.');
  await page.getByLabel('I understand').check();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(page.getByRole('alert')).toContainText('HotSchedules didn’t accept the sign-in.');
  await look(page, 'connecting');
  await page.getByLabel('Password', { exact: true }).fill('open sesame');
  // several stores need a choice even without a connection test
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.field__error')).toHaveText('Choose a location.');
  await page.getByRole('button', { name: 'Test Connection' }).press('Enter');
  await expect(page.getByText('Connected. 2 locations found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test Connection' })).toBeFocused();
  await page.getByLabel('Location').selectOption('Maple Street');
  await page.getByLabel('Check the schedule automatically').check();
  await page.getByLabel('Check every (minutes)').fill('4');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.field__error')).toContainText('from 5 to 1440');
  await page.getByLabel('Check every (minutes)').fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(summary(page)).toContainText('2 shifts in HotSchedules for Sat 11/21: 2 to add.');
  await expect(summary(page)).toBeFocused();

  await page.goto('/team');
  await page.getByRole('link', { name: 'Change HotSchedules' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain('open sesame');
  await look(page, 'the connection');
  await page.getByRole('button', { name: 'Replace Password' }).press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page).toHaveURL('/team');
  await expect(page.getByRole('link', { name: 'Connect HotSchedules', exact: true })).toBeVisible();
});

test('[SC6] [SC10] [SC12] [SC25] after a first sync, the next one keeps manual edits, positions and breaks, and shows who is removed', async ({
  page,
  store: { provider },
}) => {
  const { team, layout } = await openShifts(page);
  const context = page.context();
  await connect(page, team);
  const body = () => read(context, team, layout);
  const shift = async (id: number) => (await body()).shifts.find((each) => each.id === `hotschedules:${id}`);
  provider.store.shifts.push(
    hotShift(-4, date, { startTime: '08:00' }),
    hotShift(-5, date, { startTime: '07:00' }),
  );

  await page.goto('/editor/shifts');
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  await expect(page.getByText('Skipped 1 shift with nobody assigned.')).toBeVisible();
  await page.getByRole('button', { name: 'None: Roles' }).click();
  await expect(page.getByText('Nothing to sync')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Kitchen' }).press('Space');
  await expect(page.getByRole('checkbox', { name: 'Maria Garcia' })).toHaveCount(3);
  await look(page, 'the first sync');
  await page.getByRole('button', { name: 'Sync', exact: true }).press('Enter');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByText('HotSchedules: 3 changes applied')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await body()).shifts.length).toBe(1);
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  // the role is remembered
  await expect(page.getByRole('checkbox', { name: 'Front' })).not.toBeChecked();
  await page.getByRole('button', { name: 'All: Roles' }).click();
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect.poll(async () => (await body()).shifts.length).toBe(5);

  const seat = { rotation: 'lunch', position: 'register-1', before: null };
  const made = (await body()).rotations[0]?.subareas[0]?.positions[0]?.id ?? seat.position;
  await change(context, team, layout, {
    type: 'shift.seat',
    shift: 'hotschedules:-1',
    ...seat,
    position: made,
  });
  await change(context, team, layout, { type: 'shift.edit', shift: 'hotschedules:-2', note: 'Trains Ann' });
  const press = { slot: 0, wants: 'start', at: Date.now(), by: null } as const;
  await change(context, team, layout, { type: 'break.press', shift: 'hotschedules:-4', ...press });
  await change(context, team, layout, { type: 'shift.delete', shift: 'hotschedules:-5' });
  provider.store.shifts = [
    hotShift(-1, date, { startTime: '17:00' }),
    hotShift(-2, date, { ownerId: 502, roleId: 82, jobId: 72, startTime: '11:00', shiftNote: 'Float' }),
    hotShift(-5, date, { startTime: '07:00' }),
    hotShift(-6, date, { ownerId: 502 }),
  ];
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  await expect(page.getByText('1 to add, 2 to change, 2 kept.')).toBeVisible();
  await expect(page.getByText('9:00 AM – 5:00 PM → 5:00 PM – 1:00 AM')).toBeVisible();
  await expect(page.getByText('Removed from Register 1 in Lunch.')).toBeVisible();
  await expect(page.getByText('Keeps your edit: “Trains Ann”. In HotSchedules: “Float”.')).toBeVisible();
  await expect(page.getByText('A break has started.')).toBeVisible();
  await expect(page.getByText('Previously skipped.')).toBeVisible();
  await look(page, 'the second sync');
  // someone else edits the day: the review updates, and decisions stay
  const added = card(page, 'To Add').getByRole('checkbox');
  await added.uncheck();
  await change(context, team, layout, { type: 'shift.add', shift: shiftOf('Liam Park'), seats: [] });
  await change(context, team, layout, { type: 'shift.edit', shift: 'hotschedules:-1', note: 'Late' });
  await expect(added).not.toBeChecked();
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText('HotSchedules: 2 changes applied')).toBeVisible();
  await expect.poll(async () => (await shift(-1))?.startTime).toBe('5:00 PM');
  expect(await shift(-1)).toMatchObject({ note: 'Late' });
  expect(await shift(-2)).toMatchObject({ startTime: '11:00 AM', note: 'Trains Ann' });
  expect((await shift(-4))?.breaks[0]).not.toBeNull();
  expect([await shift(-5), await shift(-6)]).toEqual([undefined, undefined]);
  // unchecked rows are declined and not suggested again
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).click();
  await expect(card(page, 'Kept').getByText('Previously skipped.')).toHaveCount(2);
  await expect(card(page, 'To Add')).toHaveCount(0);

  provider.faults.html = true;
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(/HotSchedules/);
  await look(page, 'a provider that is down');
});

test('[SC79] [SC80] [SC81] a notice leads to the changes from background sync, and the schedule can be fetched again', async ({
  page,
  store: { server, provider },
}) => {
  const tomorrow = addDays(businessDay(Date.now(), 'America/Chicago', '4:00 AM'), 1);
  provider.store.shifts = [hotShift(-1, tomorrow)];
  const { team, layout } = await openShifts(page, tomorrow);
  const lead = await colleague(page, team, 'lead');
  await remember(lead, { team, layout });
  await lead.goto('/editor/shifts');
  for (const each of [page, lead]) await expect(each.getByText('Maya Ortiz')).toBeVisible();
  await connect(page, team, { everyMinutes: 5 });
  // a due sync runs as soon as the server starts
  await server.kill();
  await server.start();
  for (const each of [page, lead]) {
    await expect(each.getByText('1 change in HotSchedules to review')).toBeVisible();
  }
  await look(page, 'what waits');

  provider.store.shifts.push(hotShift(-2, tomorrow, { ownerId: 502 }));
  const asked = provider.asked.length;
  await page.getByRole('link', { name: 'Review' }).press('Enter');
  await expect(summary(page)).toContainText(`1 shift in HotSchedules for `);
  await expect(summary(page)).toContainText('Checked ');
  expect(provider.asked).toHaveLength(asked);
  await page.getByRole('button', { name: 'Check Again' }).press('Enter');
  await expect(summary(page)).toContainText('2 to add');
  await expect(summary(page)).toBeFocused();
  // the notice counts the latest fetch, regardless of who started it
  await expect(lead.getByText('2 changes in HotSchedules to review')).toBeVisible();
  await page.getByRole('button', { name: 'Sync', exact: true }).press('Enter');
  for (const each of [page, lead]) {
    await expect(each.getByRole('row')).toHaveCount(1 + 3);
    await expect(each.getByText('to review')).toHaveCount(0);
  }
  // failures show a notice too
  provider.faults.wrongPassword = true;
  await page.getByRole('link', { name: 'Sync with HotSchedules' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('HotSchedules didn’t accept the sign-in.');
  await page.getByRole('link', { name: 'Cancel' }).press('Enter');
  for (const each of [page, lead]) {
    await expect(each.getByText('HotSchedules didn’t accept the sign-in.')).toBeVisible();
  }
  await look(page, 'what could not be read');
  await expect(lead.getByRole('link', { name: 'Connection' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Connection' }).press('Enter');
  await expect(page).toHaveURL('/team/schedule/hs?from=%2Feditor%2Fshifts');
});

const card = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The summary; takes focus when the schedule arrives. */
const summary = (page: Page) => page.getByRole('status').filter({ hasText: ' in HotSchedules for ' });

/** Opens the shifts of a date with one manual shift. */
async function openShifts(page: Page, of = date): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { date: of, shifts: [shiftOf('Maya Ortiz')] });
  await remember(page, { team, layout });
  await page.goto('/editor/shifts');
  return { team, layout };
}

/** Connects over HTTP; the form has its own test. */
async function connect(page: Page, team: string, over: Partial<ConnectionForm> = {}) {
  const response = await page.context().request.post(`/api/teams/${team}/schedule/hotschedules`, {
    data: {
      settings: { user: 'maria.garcia', pass: 'open sesame' },
      location: { id: '7', name: 'Maple Street' },
      timeZone: 'America/Chicago',
      everyMinutes: null,
      takesAlone: false,
      ...over,
    },
  });
  expect(response.status(), await response.text()).toBe(200);
}
