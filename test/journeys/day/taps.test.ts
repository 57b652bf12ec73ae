import { expect, type Locator, type Page } from '@playwright/test';
import fc from 'fast-check';
import type { Clock } from '../clock.ts';
import { tablet } from '../look.ts';
import { openTeam, test } from '../restaurant.ts';
import { hurry } from '../unhurried.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ hasTouch: true, isMobile: true, viewport: tablet });

/** `npm run explore -- taps` draws 500 others. */
const drawn = { numRuns: Number(process.env.LINEUP_TAPS ?? 40), seed: Number(process.env.SEED ?? 1) };

const draws = fc.record({
  /** A thing that can be pressed, by its number, or a place of the page. */
  place: fc.oneof(
    { weight: 4, arbitrary: fc.nat(10_000) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(tablet.width - 1), fc.nat(tablet.height - 1)) },
  ),
  /** Milliseconds until the second tap. */
  gap: fc.integer({ min: 100, max: 900 }),
  /** Minutes until the next two. */
  later: fc.integer({ min: 0, max: Math.floor((2 * 15 * 60) / drawn.numRuns) }),
});

test('[DV30] a second tap at the same spot changes nothing that the first did not mean, wherever it is', async ({
  page,
  clock,
}) => {
  await openDay(page, clock, '2026-11-21T06:00:00-06:00');
  const made: string[] = [];
  for (const { place, gap, later } of fc.sample(draws, drawn)) {
    const [x, y] = typeof place === 'number' ? await spotOf(page, place) : place;
    const before = await changes(page);
    await page.touchscreen.tap(x, y);
    await pass(page, gap);
    const first = await changes(page);
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(100);
    const second = await changes(page);
    if (first > before) made.push(`${x}, ${y}`);
    expect(second - first, `a second tap at ${x}, ${y} after ${gap} ms`).toBe(0);
    // somewhere else than the day, it comes back; what is open may stay open
    if (new URL(page.url()).pathname !== '/') await page.goto('/');
    await clock.advance({ minutes: later });
    await rest(page);
  }
  expect(made.length, 'first taps that changed something').toBeGreaterThan(drawn.numRuns / 10);
});

test('[DV2] [DV30] [DV31] [PA39] what closes, appears or moves under a finger takes no press and says so, and quick work counts', async ({
  page,
  clock,
}) => {
  await openDay(page, clock, '2026-11-21T11:05:00-06:00');
  const [ana, ben] = [
    page.locator('.positions [data-shift]').first(),
    page.locator('.positions [data-shift]').nth(3),
  ];
  const said = page.getByText('Tap again');
  const again = async (place: [number, number], after: number) => {
    await pass(page, after);
    await page.touchscreen.tap(...place);
    await page.clock.runFor(100);
  };
  const tapped = async (thing: Locator): Promise<[number, number]> => {
    const place = await middleOf(thing);
    await page.touchscreen.tap(...place);
    await page.clock.runFor(50);
    return place;
  };

  for (const way of ['Cancel', 'Sent Home']) {
    await tapped(ana);
    await rest(page);
    const before = await changes(page);
    const place = await overBreaks(page, way);
    await page.touchscreen.tap(...place);
    const made = (await changes(page)) - before;
    await again(place, 300);
    expect((await changes(page)) - before, `${way}, then again`).toBe(made);
    await expect(said).toBeVisible();
    await again(place, 600);
    expect((await changes(page)) - before, 'the finger was not away').toBe(made);
    await pass(page, 1_100);
    await expect(said).toBeHidden();
    await page.keyboard.press('Escape');
    await rest(page);
  }

  await tapped(ben);
  await rest(page);
  const where = await overBreaks(page, 'Late');
  await page.keyboard.press('Escape');
  const beforeEscape = await changes(page);
  await again(where, 300);
  expect(await changes(page), 'what the panel covered').toBe(beforeEscape);
  await expect(said).toBeVisible();
  await again(where, 1_100);
  expect(await changes(page), 'after a second it counts').toBe(beforeEscape + 1);
  await rest(page);

  // in quick succession, at different places
  const start = await changes(page);
  const [one, other] = [
    await middleOf(page.locator('.break-slot__button').nth(5)),
    await middleOf(page.locator('.break-slot__button').nth(6)),
  ];
  await page.touchscreen.tap(...one);
  await again(other, 150);
  expect(await changes(page)).toBe(start + 2);
  await expect(page.locator('.undo-buttons__said'), 'what was done').toBeVisible();
  const covered = await page.locator('.pills').evaluate((pills) => pills.scrollWidth - pills.clientWidth);
  expect(covered, 'px of the pills').toBe(0);
  // Undo has just taken the words of what was done, and keeps its place
  const undo = await tapped(page.locator('.undo-buttons__said'));
  expect(await changes(page), 'Undo is taken at once').toBe(start + 3);
  await again(undo, 300);
  expect(await changes(page), 'a bounce of the finger').toBe(start + 3);
  await again(undo, 1_100);
  expect(await changes(page), 'in the same place, the one before').toBe(start + 4);
  await rest(page);
  const to = page.locator('.positions__place', { hasText: /^Prep/ }).first();
  await tapped(ben);
  await again(await middleOf(to), 150);
  expect(await changes(page)).toBe(start + 5);
  await expect(said).toBeHidden();

  await rest(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const place = await tapped(page.locator('.break-slot__button').nth(6));
  const row = page.locator('.break-rail__row').nth(6);
  // paused, since it runs in the machine's own time
  await row.evaluate((each) => {
    const animate = each.animate.bind(each);
    each.animate = (...how) => {
      const one = animate(...how);
      one.pause();
      return one;
    };
  });
  await again(place, 200);
  const moves = await row.evaluate((each) =>
    each.getAnimations().map((one) => (one.effect as KeyframeEffect).getKeyframes()[1]),
  );
  expect(moves).toMatchObject([{ opacity: '0.4' }]);
});

/** Where a button of the panel lies over one of the breaks. */
async function overBreaks(page: Page, name: string): Promise<[number, number]> {
  const [slots, button] = [page.locator('.break-slot__button'), page.getByRole('button', { name })];
  const over = await button.boundingBox();
  for (const slot of await slots.all()) {
    const [x, y] = await middleOf(slot);
    for (const shift of [-16, -8, 0, 8, 16])
      if (
        over &&
        over.x < x &&
        x < over.x + over.width &&
        over.y < y + shift &&
        y + shift < over.y + over.height
      )
        return [x, y + shift];
  }
  throw new Error(`${name} is over none of the breaks`);
}

async function middleOf(thing: Locator): Promise<[number, number]> {
  const box = await thing.boundingBox();
  if (!box) throw new Error('not there');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The middle of something that can be pressed now, most often what is in front. */
async function spotOf(page: Page, drawn: number): Promise<[number, number]> {
  return page.evaluate((number) => {
    const middles = [
      ...document.querySelectorAll('main button, main [role=option], .toasts button, dialog button'),
    ]
      .map((thing) => [thing, thing.getBoundingClientRect()] as const)
      .map(([thing, { left, top, width, height }]) => [thing, left + width / 2, top + height / 2] as const)
      .filter(([thing, x, y]) => thing.contains(document.elementFromPoint(x, y)));
    const open = middles.filter(([thing]) => thing.closest('[role=dialog], dialog, .toasts'));
    const among = open.length > 0 && number % 2 === 0 ? open : middles;
    const [, x = 0, y = 0] = among[number % among.length] ?? [];
    return [Math.round(x), Math.round(y)];
  }, drawn);
}

/** Draws what a press did, and what is due after so many milliseconds. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(50);
  await page.clock.fastForward(milliseconds - 90);
  await page.clock.runFor(40);
}

/** Nobody touches the page: lists take their order again, and stand still for a second. */
async function rest(page: Page): Promise<void> {
  await pass(page, 3_500);
  await pass(page, 1_000);
}

/** How many changes this page made so far: each is stored on the device with the press that makes it. */
const changes = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('changes') ?? 0));

/** The sample's day at a time that stands still. */
async function openDay(page: Page, clock: Clock, at: string): Promise<void> {
  await clock.set(at);
  await hurry(page);
  await page.addInitScript(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name === 'waiting')
        sessionStorage.setItem('changes', String(Number(sessionStorage.getItem('changes') ?? 0) + 1));
      return add.apply(this, given);
    };
  });
  await openTeam(page);
  await page.goto('/');
  await expect(page.locator('.positions__row').first()).toBeVisible();
  await page.clock.pauseAt(clock.now() + 60_000);
}
