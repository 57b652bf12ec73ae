import { expect, type Page } from '@playwright/test';
import type { Clock } from '../clock.ts';
import { resize } from '../look.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  read,
  register,
  remember,
  shiftOf,
  type TeamForm,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

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
const breaksOf = async (page: Page, { team, layout }: Day) =>
  (await read(page.context(), team, layout)).shifts.find(({ id }) => id === chloe.id)?.breaks;

type Day = { team: string; layout: string };

test('a person with many breaks keeps their name, and each break can be pressed', async ({ page }) => {
  await openDay(page, { breakMinMinutes: 60 });
  await resize(page, { width: 1024, height: 768 });
  const row = page.getByRole('listitem').filter({ has: slot(page, 'not taken', 'Maya Ortiz') });
  await expect(row.getByRole('button')).toHaveCount(15);
  await expect(row.getByText('Maya O.')).toBeVisible();
  const right = (await page.locator('.break-rail__list').boundingBox())?.x ?? 0;
  for (const button of await row.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right + 320);
  }
});

test('[BR10] an elapsed break shows a check and how long it is over, on every screen', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const day = await openDay(page);
  const viewer = await colleague(page, day.team, 'viewer');
  await remember(viewer, day);
  await viewer.goto('/');
  await start(page, day, clock, { secondsLeft: 60 });
  const ofViewer = (state: string) =>
    viewer.getByRole('img', { name: new RegExp(`^Chloe Davis, break 1: ${state}`) });
  await expect(slot(page, 'running')).toBeVisible();
  await expect(ofViewer('running')).toBeVisible();
  await clock.advance({ seconds: 65 });
  await expect(slot(page, 'just over')).toBeVisible();
  await expect(ofViewer('just over')).toBeVisible();
  await clock.advance({ minutes: 5 });
  await expect(slot(page, '5 min over, since 1\\d:\\d\\d AM')).toBeVisible();
  await expect(ofViewer('5 min over, since')).toHaveText(/^5:\d\d late$/);
  await expect(ofViewer('5 min over, since').locator('.tabler-icon-check')).toBeVisible();
  await expect(page.getByText('1 out, 4 to go')).toBeVisible();
});

test('the last two minutes look different, not by color alone', async ({ page, clock }) => {
  const day = await openDay(page);
  await start(page, day, clock, { secondsLeft: 178 });
  await expect(face(page)).toHaveText(/^2:/);
  await expect(face(page)).not.toHaveClass(/ending/);
  await clock.advance({ seconds: 60 });
  await expect(face(page)).toHaveText(/^1:/);
  await expect(face(page)).toHaveClass(/ending/);
});

test('the countdown skips no second, and nothing else renders on a tick', async ({ page, clock }) => {
  await openDay(page);
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  // gone with these seconds; later, the next ping would come while the page's time stands and the server's goes on
  await expect(page.locator('.undo-buttons__said')).toBeVisible();
  await clock.advance({ seconds: 15 });
  await expect(page.locator('.undo-buttons__said')).toHaveCount(0);
  // From here on, seconds pass when the test says so.
  await page.clock.pauseAt(clock.now() + 2_000);
  await page.evaluate(() => {
    const seen = { times: [] as string[], elsewhere: [] as string[] };
    Object.assign(window, { seen });
    const observer = new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const timer = element?.closest('.break-slot, .break-note');
        if (!timer) seen.elsewhere.push(`${element?.localName} ${element?.className}`);
        else if (timer.matches('.break-slot') && timer.textContent) seen.times.push(timer.textContent);
      }
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  type Seen = { times: string[]; elsewhere: string[] };
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const times = async () => [...new Set((await seen()).times)];
  const elsewhere: Set<string>[] = [];
  let before = 0;
  for (let second = 1; second <= 4; second++) {
    await page.clock.runFor(1_000);
    await expect.poll(async () => (await times()).length).toBe(second);
    const all = (await seen()).elsewhere;
    elsewhere.push(new Set(all.slice(before)));
    before = all.length;
  }
  const seconds = (await times()).map((time) => {
    const [minutes = 0, rest = 0] = time.split(':').map(Number);
    return minutes * 60 + rest;
  });
  const first = seconds[0] ?? 0;
  expect(seconds).toEqual([first, first - 1, first - 2, first - 3]);
  // an answer of the server or the next minute changes something once; what renders on a tick does so in each second
  const [some = new Set<string>(), ...others] = elsewhere;
  expect([...others.reduce((both, each) => both.intersection(each), some)]).toEqual([]);
});

test('a tablet whose clock is a day off counts down by the server’s time', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 86_400_000 + 3 * 3_600_000 });
  const day = await openDay(page);
  const other = await colleague(page, day.team, 'lead');
  await remember(other, day);
  await other.goto('/');
  await slot(page, 'not taken').click();
  for (const each of [page, other]) await expect(face(each)).toHaveText(/^2[6-9]:\d\d$|^30:00$/);
  await slot(other, 'not taken', 'Liam Park').click();
  await expect(face(page, 'Liam Park')).toHaveText(/^2[6-9]:\d\d$|^30:00$/);
  const [record] = (await breaksOf(page, day)) ?? [];
  expect(Math.abs((record?.startedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  // Read again together: a minute may pass between the two.
  const clocks = () => Promise.all([page, other].map((each) => each.locator('.header__clock').textContent()));
  await expect.poll(async () => new Set(await clocks()).size).toBe(1);
});

/** Starts Chloe's break so that this many seconds are left. */
const start = (page: Page, { team, layout }: Day, clock: Clock, { secondsLeft }: { secondsLeft: number }) =>
  change(page.context(), team, layout, {
    type: 'break.press',
    shift: chloe.id,
    slot: 0,
    wants: 'start',
    at: clock.now() - (30 * 60 - secondsLeft) * 1000,
    by: null,
  });

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
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
  return { team, layout };
}
