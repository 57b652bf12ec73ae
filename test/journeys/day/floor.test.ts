import { expect, type Page } from '@playwright/test';
import type { Clock } from '../clock.ts';
import { desk, phone, tablet } from '../look.ts';
import { change, colleague, createLayout, openTeam, read, remember, shiftOf, test } from '../restaurant.ts';
import { hurry } from '../unhurried.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ hasTouch: true, isMobile: true, viewport: tablet });

const names = ['Ana Lopez', 'Ben Okafor', 'Chloe Davis', 'Dev Patel', 'Eva Novak', 'Finn Moore'];
type Day = { team: string; layout: string };

test('[PA5] [DV2] [PA39] breaks keep their place under the finger, and a double tap counts once', async ({
  page,
  clock,
}) => {
  await hurry(page);
  const day = await openDay(page, clock);
  const chloe = slotOf(page, 'Chloe Davis');
  const place = await middleOf(page, 'Chloe Davis');

  await tapTwice(page, place);
  await expect(chloe('running')).toBeVisible();
  expect(await rows(page), 'no row moves under the finger').toEqual(names);
  await expect.poll(() => onBreak(page, day), 'and nobody else goes on a break').toEqual(['Chloe Davis']);

  // two people, in quick succession
  await page.touchscreen.tap(...(await middleOf(page, 'Eva Novak')));
  await page.touchscreen.tap(...(await middleOf(page, 'Finn Moore')));
  await expect(slotOf(page, 'Finn Moore')('running')).toBeVisible();
  await expect(slotOf(page, 'Eva Novak')('running')).toBeVisible();

  await page.clock.runFor(1000);
  await tapTwice(page, place);
  await expect(chloe('done')).toBeVisible();
  const ended = { startedAt: expect.any(Number), endedAt: expect.any(Number) };
  await expect.poll(async () => (await breaks(page, day))['Chloe Davis']).toMatchObject(ended);
  const taken = (await breaks(page, day))['Chloe Davis'];
  expect(await rows(page)).toEqual(names);

  await page.clock.runFor(1000);
  await tapTwice(page, place);
  await expect(chloe('not taken')).toBeVisible();
  await page.touchscreen.tap(...(await middleOf(page, 'Ana Lopez')));
  await page.touchscreen.tap(...(await middleOf(page, 'Ben Okafor')));
  await page.touchscreen.tap(...(await middleOf(page, 'Dev Patel')));
  await expect(slotOf(page, 'Dev Patel')('running')).toBeVisible();
  await page.clock.runFor(12_000);
  expect((await rows(page)).at(-1), 'the list is sorted again').toBe('Chloe Davis');

  // what was done last is taken back first, and then the others
  const undo = page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  for (const name of ['Dev Patel', 'Ben Okafor', 'Ana Lopez']) {
    await undo.tap();
    await expect(slotOf(page, name)('not taken')).toBeVisible();
    // the button moved as its words went
    await page.clock.runFor(1000);
  }
  await undo.tap();
  await expect(chloe('done')).toBeVisible();
  await expect.poll(async () => (await breaks(page, day))['Chloe Davis']).toEqual(taken);
});

test('[DV2] presses are ignored when a colleague’s change moves the row under the finger', async ({
  page,
  clock,
}) => {
  await hurry(page);
  const day = await openDay(page, clock);
  const press = (name: string, wants: 'start' | 'end') =>
    change(page.context(), day.team, day.layout, {
      ...{ type: 'break.press', shift: idOf(name), slot: 0, wants, at: Date.now(), by: null },
    });
  const first = await middleOf(page, 'Ana Lopez');
  await press('Finn Moore', 'start');
  await expect(slotOf(page, 'Finn Moore')('running')).toBeVisible();
  await page.clock.runFor(3000);
  expect((await rows(page))[0]).toBe('Finn Moore');
  await page.touchscreen.tap(...first);
  await page.touchscreen.tap(...(await middleOf(page, 'Ben Okafor')));
  await page.clock.runFor(1000);
  await page.touchscreen.tap(...(await middleOf(page, 'Chloe Davis')));
  await expect(slotOf(page, 'Chloe Davis')('running')).toBeVisible();
  await expect.poll(() => onBreak(page, day)).toEqual(['Chloe Davis', 'Finn Moore']);
  await expect(slotOf(page, 'Finn Moore')('running'), 'nor was it ended').toBeVisible();
});

test('[BR18] [BR11] [DV5] a tap ends a forgotten break, and its times stay readable', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:12:00-06:00');
  const day = await openDay(page, clock);
  const boxes = () =>
    page
      .locator('.break-rail__row')
      .evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]),
      );
  const tap = async () => page.touchscreen.tap(...(await middleOf(page, 'Chloe Davis')));
  const row = page.locator('.break-rail__row').filter({ hasText: 'Chloe D.' });
  const before = await boxes();
  await tap();
  await expect(row).toContainText('back 11:42');
  // the page measures the server's time to a fraction of a second, so not just at the full minute
  await clock.advance({ minutes: 47, seconds: 10 });
  await expect(slotOf(page, 'Chloe Davis')('17 min over, since 11:12 AM')).toBeVisible();
  expect(await boxes(), 'no row changed its size or place').toEqual(before);

  await page.clock.runFor(1000);
  await tap();
  await expect(slotOf(page, 'Chloe Davis')('done, 11:12–11:59 AM')).toBeVisible();
  await expect(row.getByText('11:12–11:59 AM')).toBeVisible();
  const minutesTaken = async () => {
    const { startedAt = 0, endedAt } = (await breaks(page, day))['Chloe Davis'] ?? {};
    return Math.round(((endedAt ?? 0) - startedAt) / 60_000);
  };
  await expect.poll(minutesTaken).toBe(47);

  const other = await colleague(page, day.team, 'viewer');
  await remember(other, day);
  for (const viewport of [phone, tablet, desk]) {
    await other.setViewportSize(viewport);
    await other.goto('/');
    await expect(other.getByText('11:12–11:59 AM'), `${viewport.width} px`).toBeVisible();
  }
  const box = other.getByRole('img', { name: 'Ben Okafor, break 1: not taken' });
  await expect(box, 'nothing to press').toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
});

test('holding a key down is one press', async ({ page, clock }) => {
  await openDay(page, clock);
  await page.getByRole('button', { name: 'Ben Okafor, break 1' }).focus();
  await page.keyboard.down('Enter');
  await expect(slotOf(page, 'Ben Okafor')('running')).toBeVisible();
  await page.clock.runFor(1000);
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await expect(slotOf(page, 'Ben Okafor')('running')).toBeVisible();
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(slotOf(page, 'Ben Okafor')('done')).toBeVisible();
});

const idOf = (name: string) => name.replace(' ', '-');
const shorter = (name: string) => name.replace(/^(\S+) (\S).*/, '$1 $2.');
const slotOf = (page: Page, name: string) => (state: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });

async function middleOf(page: Page, name: string): Promise<[number, number]> {
  const box = await page.getByRole('button', { name: `${name}, break 1` }).boundingBox();
  if (!box) throw new Error(`${name} is not there`);
  return [box.x + 20, box.y + box.height / 2];
}

/** A double click, whatever is there at the second click. */
async function tapTwice(page: Page, place: [number, number]) {
  await page.touchscreen.tap(...place);
  await page.touchscreen.tap(...place);
}

/** The names in the break list, top to bottom. */
async function rows(page: Page): Promise<string[]> {
  const shown = await page.locator('.break-rail__name').allTextContents();
  return shown.map((text) => names.find((name) => shorter(name) === text) ?? text);
}

/** The breaks taken, by name. */
async function breaks(page: Page, { team, layout }: Day) {
  const { shifts } = await read(page.context(), team, layout);
  return Object.fromEntries(
    shifts.flatMap(({ teamMember, breaks: [slot] }) => (slot ? [[teamMember, slot]] : [])),
  );
}

const onBreak = async (page: Page, day: Day) => Object.keys(await breaks(page, day)).sort();

/** Opens the day view with six people with a break each; the page's clock is paused. */
async function openDay(page: Page, clock: Clock): Promise<Day> {
  const { team } = await openTeam(page, {});
  const shifts = names.map((name) => shiftOf(name, { id: idOf(name) }));
  const layout = await createLayout(page.context(), team, { shifts });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(slotOf(page, 'Finn Moore')('not taken')).toBeVisible();
  await page.clock.pauseAt(clock.now() + 60_000);
  // the jump may have lost a connection whose server was slow: it connects again
  await page.clock.runFor(1000);
  return { team, layout };
}
