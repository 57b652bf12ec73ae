import { vi } from 'vitest';
import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { test } from '../../../test/page/clock.ts';
import {
  createLayout,
  createTeam,
  expect,
  type Page,
  password,
  post,
  read,
  register,
  shiftOf,
} from '../../../test/page/restaurant.ts';
import { leave, openTablet, pins, recorded, unlock } from '../../../test/page/tablet.ts';

const breakSlot = (page: Page) => page.getByRole('button', { name: /^Chloe Davis, break 1/ });

test('[KI1] a press on a locked tablet asks who is there, and is done after the PIN as that person', async ({
  page,
}) => {
  const { manager, team, layout } = await openTablet(page);
  await breakSlot(page).click();
  await expect(page.getByRole('dialog', { name: 'Who is here?' })).toBeVisible();
  await unlock(page, 'Maria');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  const chloe = async () =>
    (await read(manager, team, layout)).shifts.find(({ teamMember }) => teamMember === 'Chloe Davis');
  await expect.poll(async () => (await chloe())?.breaks[0]).toMatchObject({ endedAt: null });
  const history = await manager.request.get(`/api/teams/${team}/documents/${layout}/history`);
  expect(await history.text()).toMatch(/Maria Lee.*Tablet 2/s);
});

test('[KI2] a tablet that nobody touches warns, then locks; what was done is nobody else’s to undo', async ({
  page,
  clock,
}) => {
  await openTablet(page);
  await breakSlot(page).click();
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await clock.advance({ seconds: 60 });
  await expect(page.getByText(/^Locks in/)).toHaveCount(0);
  await clock.advance({ seconds: 15 });
  await expect(page.getByText(/^Locks in 1\d s$/)).toBeVisible();
  await expect(page.getByText('The tablet locks in 20 seconds. Touch it to stay.')).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(page.getByText(/^Locks in/)).toHaveCount(0);
  await clock.advance({ seconds: 91 });
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Bo');
  await expect(page.getByRole('button', { name: 'Bo Lee is here' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await leave(page, 'Bo', 'Someone Else');
  await unlock(page, 'Maria');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: not taken/i })).toBeVisible();
});

test('[KI2] a tablet that slept for as long as it takes to lock wakes up locked', async ({ page, clock }) => {
  await openTablet(page);
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  const hidden = vi.spyOn(document, 'hidden', 'get');
  const seen = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  // while it sleeps, what counts the time since the last touch stands still
  const awake = performance.now();
  const steady = vi.spyOn(performance, 'now').mockImplementation(() => awake);
  seen(true);
  await clock.advance({ seconds: 80 });
  seen(false);
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  seen(true);
  await clock.advance({ seconds: 91 });
  seen(false);
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  steady.mockRestore();
  hidden.mockRestore();
});

test('[KI3] a wrong PIN is said at its field, and nothing changes', async ({ page }) => {
  const { manager, team, layout } = await openTablet(page);
  await breakSlot(page).click();
  await unlock(page, 'Maria', '9999');
  await expect(page.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription('That PIN is incorrect.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  expect((await read(manager, team, layout)).shifts.flatMap(({ breaks }) => breaks)).toEqual([
    null,
    null,
    null,
  ]);
});

test('[KI4] without a network, who was there before can come back, and each change is its person’s', async ({
  page,
}) => {
  const tablet = await openTablet(page);
  const { manager, team, layout } = tablet;
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Bo');
  await leave(page, 'Bo', 'Someone Else');
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  await page.context().setOffline(true);
  await breakSlot(page).click();
  await leave(page, 'Maria', 'Someone Else');
  await unlock(page, 'Bo', '9999');
  await expect(page.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription('That PIN is incorrect.');
  await page.keyboard.type(pins.Bo);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Maria Lee, break 1/ }).click();
  await expect(page.getByRole('button', { name: /^Maria Lee, break 1: running/ })).toBeVisible();
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await read(manager, team, layout)).shifts.filter(({ breaks }) => breaks[0]).length)
    .toBe(2);
  expect((await recorded(tablet)).slice(0, 2)).toEqual([
    expect.stringMatching(/Bo Lee.*Tablet 2|Tablet 2.*Bo Lee/),
    expect.stringMatching(/Maria Lee.*Tablet 2|Tablet 2.*Maria Lee/),
  ]);
});

test('[KI4] what waits longer than somebody’s word is taken still arrives as theirs', async ({
  page,
  clock,
}) => {
  const tablet = await openTablet(page);
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  await page.context().setOffline(true);
  await breakSlot(page).click();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  await clock.advance({ hours: 13 });
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Maria');
  await expect(page.getByText(/^You need a connection to use this tablet/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await recorded(tablet))[0])
    .toMatch(/Maria Lee.*Tablet 2|Tablet 2.*Maria Lee/);
});

test('[KI5] a tablet that was revoked says so and shows a code', async ({ page }) => {
  const { manager, team } = await openTablet(page);
  const { devices } = await (await manager.request.get(`/api/teams/${team}/devices`)).json();
  await manager.fetch(`/api/teams/${team}/devices/${devices[0].id}`, { method: 'DELETE' });
  await expect(page.getByText('This tablet no longer belongs to a team. Pair it again.')).toBeVisible();
  await expect(page).toHaveURL('/kiosk');
});

test('[KI6] who has an account can say so with it, and stays signed out', async ({ page }) => {
  const { manager } = await openTablet(page);
  const { user } = await (await manager.request.get('/api/me')).json();
  await page.getByRole('button', { name: 'Locked' }).click();
  await page.getByRole('button', { name: 'Use password or passkey' }).click();
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('button', { name: /^Ana .* is here$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
});

test('[KI7] a manager gives a PIN on the crew page and takes it away', async ({ page }) => {
  const manager = page.context();
  await register(manager, 'Ana');
  const { team } = await createTeam(manager);
  await createLayout(manager, team, { shifts: [shiftOf('Maria Lee')] });
  await page.goto('/crew');
  await page.getByRole('button', { name: 'Maria Lee' }).click();
  await page.getByRole('button', { name: 'Give a PIN' }).click();
  await page.getByLabel('PIN', { exact: true }).fill('1234');
  await page.getByRole('form', { name: 'PIN of Maria Lee' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription(/too easy to guess/);
  await page.getByLabel('PIN', { exact: true }).fill('2580');
  await page.getByRole('form', { name: 'PIN of Maria Lee' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Has a PIN for shared tablets, set/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove PIN' }).click();
  await expect(page.getByText('Has no PIN for shared tablets.')).toBeVisible();
});

test('[KI7] the crew page says of a PIN that it only views, and gives a person with an account no other', async ({
  page,
}) => {
  const manager = page.context();
  await register(manager, 'Ana');
  const { team } = await createTeam(manager);
  await createLayout(manager, team, { shifts: [shiftOf('Maria Lee')] });
  const maria = (await read<Crew>(manager, team, crewDocument)).people[0]?.id ?? '';
  const { user } = await (await manager.request.get('/api/me')).json();
  await post(manager, `/api/teams/${team}/pins/${maria}`, { pin: pins.Maria, role: 'lead' });
  const link = (account: string | null) =>
    post(manager, `/api/teams/${team}/documents/${crewDocument}/changes`, {
      ...{ id: `link-${account}`, change: { type: 'person.link', person: maria, account } },
    });
  await link(user.id);
  await page.goto('/crew');
  await page.getByRole('button', { name: 'Maria Lee' }).click();
  await expect(page.getByText(/^Has a PIN for shared tablets, set/)).toBeVisible();
  await expect(page.getByText(/It only lets them view the day/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change PIN' }).click();
  await page.getByLabel('PIN', { exact: true }).fill('2580');
  const form = page.getByRole('form', { name: 'PIN of Maria Lee' });
  await expect(form.getByLabel('May on a tablet')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await link(null);
  await expect(page.getByText(/It only lets them view the day/)).toBeVisible();
  await page.getByRole('button', { name: 'Change PIN' }).click();
  await expect(form.getByLabel('May on a tablet')).toHaveValue('viewer');
});

test('[KI8] a press that waits is not done for who comes later, and what is open about a person closes', async ({
  page,
  clock,
}) => {
  await openTablet(page);
  await breakSlot(page).click();
  await expect(page.getByRole('dialog', { name: 'Who is here?' })).toBeVisible();
  await clock.advance({ seconds: 91 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Maria Lee is here' }).click();
  await expect(page.getByRole('dialog', { name: 'Maria Lee' })).toBeVisible();
  await clock.advance({ seconds: 91 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[KI9] a tablet that only shows the day asks nobody who they are', async ({ page }) => {
  await openTablet(page, { role: 'viewer' });
  await expect(page.getByRole('button', { name: 'Locked' })).toHaveCount(0);
});

test('[KI10] a press above what its person may do says so', async ({ page }) => {
  const { manager, team, layout, idOf } = await openTablet(page);
  await post(manager, `/api/teams/${team}/pins/${idOf('Bo')}`, { pin: pins.Bo, role: 'viewer' });
  await breakSlot(page).click();
  await unlock(page, 'Bo');
  await expect(page.getByText('Your role doesn’t allow that. Ask a manager.')).toBeVisible();
  expect((await read(manager, team, layout)).shifts.flatMap(({ breaks }) => breaks)).toEqual([
    null,
    null,
    null,
  ]);
});
