import type { BreakPress } from '../../../../domain/day/break.ts';
import { buildRotation } from '../../../../test/builders.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  expect,
  openTeam,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  type TeamForm,
  test,
} from '../../../../test/page/restaurant.ts';

const chloe = shiftOf('Chloe Davis');
const liam = shiftOf('Liam Park');
/** 16 hours: three breaks at one per five hours. */
const maya = shiftOf('Maya Ortiz', { startTime: '5:00 AM', endTime: '9:00 PM' });
const short = shiftOf('Noor Abbas', { startTime: '9:00 AM', endTime: '2:00 PM' });

const slot = (page: Page, state: string, name = 'Chloe Davis') =>
  page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });
/** The content around the button. */
const face = (page: Page, name = 'Chloe Davis') =>
  page.locator('.break-slot').filter({ has: page.getByRole('button', { name: `${name}, break 1` }) });
const breaksOf = async (page: Page, { team, layout }: Day, of = chloe) =>
  (await read(page.context(), team, layout)).shifts.find(({ id }) => id === of.id)?.breaks;

type Day = { team: string; layout: string };

test('[BR35] a day without shifts counts no breaks', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team);
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByText('No shifts in this rotation yet')).toBeVisible();
  await expect(page.getByText('0 out, 0 to go')).toHaveCount(0);
});

test('[BR39] a rotation that is looked at ahead counts who is on break now', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Price', { startTime: '5:30 AM', endTime: '1:30 PM' });
  const bo = shiftOf('Bo Park', { startTime: '2:00 PM', endTime: '9:00 PM' });
  const rotations = [
    buildRotation('Lunch', '10:30 AM', '2:00 PM'),
    buildRotation('Afternoon', '2:00 PM', '5:00 PM'),
  ];
  const layout = await createLayout(page.context(), team, { shifts: [ana, bo], rotations });
  remember(page, { team, layout });
  await change(page.context(), team, layout, {
    ...{ type: 'break.press', shift: ana.id, slot: 0, wants: 'start' },
    ...{ at: Date.parse('2026-11-21T11:04:00-06:00'), by: null },
  });
  await page.goto('/');
  await expect(page.getByText(/^1 out, /)).toBeVisible();
  await page.getByRole('button', { name: /^Afternoon/ }).click();
  await expect(page.getByRole('button', { name: /Bo Park, break 1/ })).toBeVisible();
  await expect(page.getByText(/^1 out, /)).toBeVisible();
});

test('a break goes from not taken to running, done, and not taken again; each press can be undone', async ({
  page,
}) => {
  const day = await openDay(page);
  await expect(face(page).locator('.tabler-icon-alarm')).toBeVisible();
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running, 30:00 left|running, 2[6-9]:')).toBeVisible();
  await expect(face(page)).toHaveText(/^2[6-9]:\d\d$|^30:00$/);
  await expect(page.getByText('1 out, 4 to go')).toBeVisible();
  await expect(page.locator('.positions__row', { hasText: 'Chloe D.' })).toContainText('on break, ');
  await expect
    .poll(() => breaksOf(page, day))
    .toMatchObject([{ startedAt: expect.any(Number), endedAt: null }]);

  await slot(page, 'running').click();
  await expect(slot(page, 'done')).toBeVisible();
  await expect(face(page).locator('.tabler-icon-check')).toBeVisible();
  await expect(page.getByText('0 out, 4 to go')).toBeVisible();
  await expect(page.locator('.break-note')).toHaveCount(0);
  await slot(page, 'done').click();
  await expect(slot(page, 'not taken')).toBeVisible();
  await expect(face(page).locator('.tabler-icon-alarm')).toBeVisible();
  await expect(page.getByText('Cleared Chloe Davis’s break')).toBeVisible();
  await expect.poll(() => breaksOf(page, day)).toEqual([null]);

  await slot(page, 'not taken').click();
  await slot(page, 'running').click();
  await expect(slot(page, 'done')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(slot(page, 'running')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(slot(page, 'not taken')).toBeVisible();
  await expect.poll(() => breaksOf(page, day)).toEqual([null]);
});

test('one break slot for each five hours exceeded, none for exactly five', async ({ page }) => {
  await openDay(page);
  await expect(page.getByRole('button', { name: /^Maya Ortiz, break \d: not taken/ })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Chloe Davis, break/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Noor Abbas, break/ })).toHaveCount(0);
});

test('with no break timer, a press is done at once, and another press clears it', async ({ page }) => {
  await openDay(page, { breakTimerMinutes: 0 });
  await slot(page, 'not taken').click();
  await expect(slot(page, 'done')).toBeVisible();
  await slot(page, 'done').click();
  await expect(slot(page, 'not taken')).toBeVisible();
});

test('a team with breaks turned off says so', async ({ page }) => {
  await openDay(page, { breakMinMinutes: 0 });
  await expect(page.getByText('Breaks are turned off for this team.')).toBeVisible();
  await expect(page.getByRole('button', { name: /break 1/ })).toHaveCount(0);
});

test('two people pressing at the same time don’t undo each other', async ({ page }) => {
  const day = await openDay(page);
  const [owner, other] = [page.context(), await colleague(page, day.team, 'lead')];
  await page.handTo(other);
  await page.goto('/');
  await expect(slot(page, 'not taken')).toBeVisible();
  // neither has seen the other's press yet
  await other.setOffline(true);
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await slot(page, 'not taken', 'Liam Park').click();
  await change(owner, day.team, day.layout, press('start'));
  await other.setOffline(false);
  // presses are sent in their order
  await expect.poll(() => breaksOf(page, day, liam)).toMatchObject([{ endedAt: null }]);
  expect(await breaksOf(page, day)).toMatchObject([{ endedAt: null }]);
  await expect(slot(page, 'running')).toBeVisible();
  await change(owner, day.team, day.layout, press('end'));
  await expect(slot(page, 'done')).toBeVisible();
});

const press = (wants: BreakPress) =>
  ({ type: 'break.press', shift: chloe.id, slot: 0, wants, at: Date.now(), by: null }) as const;

/** Opens the day view with four people at lunch, Chloe assigned. */
async function openDay(page: Page, form: Partial<TeamForm> = {}): Promise<Day> {
  await register(page.context());
  const { team } = await createTeam(page.context(), form);
  const layout = await createLayout(page.context(), team, { shifts: [chloe, liam, maya, short] });
  await change(page.context(), team, layout, {
    type: 'shift.seat',
    shift: chloe.id,
    rotation: 'lunch',
    position: 'Register 1',
    before: null,
  });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
  return { team, layout };
}

test('[OB11] a device that is full says that taps would not last, and sends them', async ({ page }) => {
  page.outbox.put = async () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const day = await openDay(page);
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await expect(page.getByText('This device can’t store changes.')).toBeVisible();
  await expect.poll(() => breaksOf(page, day)).toMatchObject([{ startedAt: expect.any(Number) }]);
});
