import { type Crew, crewDocument } from '../../../domain/crew/crew.ts';
import { test } from '../../../test/page/clock.ts';
import {
  createLayout,
  createTeam,
  expect,
  lunch,
  type Page,
  password,
  post,
  read,
  register,
  Session,
  shiftOf,
} from '../../../test/page/restaurant.ts';

const pins = { Maria: '2580', Bo: '1937' };

/** A tablet of a team in which two people of the crew have PINs, and its manager's session. */
async function openTablet(page: Page, role: 'viewer' | 'lead' = 'lead') {
  const manager = page.context();
  await register(manager, 'Ana');
  const { team } = await createTeam(manager);
  const names = ['Chloe Davis', ...Object.keys(pins).map((name) => `${name} Lee`)];
  const shifts = names.map((name) => shiftOf(name, { breaks: [null] }));
  const layout = await createLayout(manager, team, { shifts, rotations: [lunch] });
  const crew = await read<Crew>(manager, team, crewDocument);
  const idOf = (name: string) => crew.people.find((each) => each.name === `${name} Lee`)?.id ?? '';
  for (const [name, pin] of Object.entries(pins)) {
    await post(manager, `/api/teams/${team}/pins/${idOf(name)}`, { pin, role: 'lead' });
  }
  const tablet = new Session(manager.address);
  const { deviceCode, userCode } = await post(tablet, '/api/auth/device/start', { kind: 'kiosk' });
  await post(manager, `/api/teams/${team}/pairing/approve`, {
    ...{ code: userCode, name: 'Tablet 2', area: null, role },
  });
  await post(tablet, '/api/auth/device/poll', { deviceCode });
  await page.handTo(tablet);
  await page.goto('/kiosk');
  const locked = page.getByRole('button', { name: 'Locked' });
  await expect(role === 'lead' ? locked : page.getByText('Chloe D.').first()).toBeVisible();
  return { manager, team, layout, idOf };
}

async function unlock(page: Page, name: keyof typeof pins, pin: string = pins[name]) {
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: `${name} Lee` }).click();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}

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
  const chloe = (await read(manager, team, layout)).shifts.find(
    ({ teamMember }) => teamMember === 'Chloe Davis',
  );
  expect(chloe?.breaks[0]).toMatchObject({ endedAt: null });
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
  await clock.advance({ seconds: 75 });
  await expect(page.getByText(/^Locks in 1\d s$/)).toBeVisible();
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
  await page.getByRole('button', { name: 'Bo Lee is here' }).click();
  await page.getByRole('button', { name: 'Someone Else' }).click();
  await unlock(page, 'Maria');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: not taken/i })).toBeVisible();
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
  const { manager, team, layout } = await openTablet(page);
  await page.getByRole('button', { name: 'Locked' }).click();
  await unlock(page, 'Bo');
  await page.getByRole('button', { name: 'Bo Lee is here' }).click();
  await page.getByRole('button', { name: 'Someone Else' }).click();
  await unlock(page, 'Maria');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  await page.context().setOffline(true);
  await breakSlot(page).click();
  await page.getByRole('button', { name: 'Maria Lee is here' }).click();
  await page.getByRole('button', { name: 'Someone Else' }).click();
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
  const history = await manager.request.get(`/api/teams/${team}/documents/${layout}/history`);
  const entries: { who: string; did: string }[] = (await history.json()).entries;
  expect(entries.slice(0, 2).map((entry) => JSON.stringify(entry))).toEqual([
    expect.stringMatching(/Bo Lee.*Tablet 2|Tablet 2.*Bo Lee/),
    expect.stringMatching(/Maria Lee.*Tablet 2|Tablet 2.*Maria Lee/),
  ]);
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
  await openTablet(page, 'viewer');
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
