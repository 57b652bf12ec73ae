import { inject } from 'vitest';
import {
  atPage,
  test as base,
  change,
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

test('[SC70] connecting asks to accept the risk, shows a wrong password, and offers stores; saved secrets aren’t sent back', async ({
  page,
  provider: _,
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
  await page.getByLabel('Password', { exact: true }).fill('open sesame');
  // several stores need a choice even without a connection test
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.field__error')).toHaveText('Choose a location.');
  await expect(page.getByLabel('Location')).toBeFocused();
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
  const typed = [...document.querySelectorAll('input')].map(({ value }) => value);
  expect([document.documentElement.outerHTML, ...typed].join()).not.toContain('open sesame');
  await page.getByRole('button', { name: 'Replace Password' }).press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page).toHaveURL('/team');
  await expect(page.getByRole('link', { name: 'Connect HotSchedules', exact: true })).toBeVisible();
});

test('[SC6] [SC10] [SC12] [SC25] a later sync keeps manual edits, positions and breaks', async ({
  page,
  provider,
}) => {
  const { team, layout } = await openShifts(page);
  const context = page.context();
  await connect(context, team);
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
});

test('[SC16] when a provider is down, nothing changes', async ({ page, provider }) => {
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

test('the only store of an account is selected automatically, with its time zone', async ({
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

test('[SC88] a lead can sync but not connect, a viewer can’t do either', async ({ page, provider: _ }) => {
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

const card = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

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
