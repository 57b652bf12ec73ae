import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { phone } from '../look.ts';
import { createLayout, lunch, openTeam, read, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true, isMobile: true, viewport: phone, loadsAhead: true });

const names = Array.from({ length: 30 }, (_, index) => `Station ${index + 1}`);
const long = {
  ...lunch,
  subareas: [
    {
      id: 'line',
      name: 'Line',
      positions: names.map((name) => ({ id: name, name, seats: [] as string[] })),
    },
  ],
};

test('people and positions can be dragged by touch', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const person = shiftOf('Chloe Davis');
  const layout = await createLayout(page.context(), team, { shifts: [person], rotations: [long] });
  await remember(page, { team, layout });
  const finger = await touch(page);
  const positions = async () =>
    (await read(page.context(), team, layout)).rotations[0]?.subareas[0]?.positions ?? [];
  const seatedAt = async () => (await positions()).find(({ seats }) => seats.includes(person.id))?.name;

  const script = page.waitForResponse('**/dragging-*.js');
  await page.goto('/editor/rotations');
  await script;
  const station = (name: string) =>
    page.locator('.target').filter({ has: page.getByText(name, { exact: true }) });
  const tray = page.locator('.tray__card');
  const dragging = page.locator('.drag-area--dragging');

  await finger.down(page.getByRole('button', { name: /^Chloe Davis/ }));
  await expect(dragging, 'after a moment of rest').toBeVisible();
  await finger.over(station('Station 2'));
  await expect(station('Station 2')).toHaveClass(/target--over/);
  await finger.up();
  await expect.poll(seatedAt).toBe('Station 2');

  // another position lies under the edge of the tray
  await finger.down(page.getByRole('button', { name: /^Chloe D/ }));
  await expect(dragging).toBeVisible();
  await finger.over(tray, 6);
  await expect(tray).toHaveClass(/tray__card--over/);
  expect(await scrolledMeanwhile(page), 'the page stands still').toBe(0);
  await finger.up();
  await expect.poll(seatedAt).toBeUndefined();

  await page.goto('/editor/plan');
  await page.getByRole('button', { name: 'Reorder' }).tap();
  const row = (name: string) =>
    page.locator('.reorder__row').filter({ has: page.getByText(name, { exact: true }) });
  // the first touch loads the drag library
  await page.getByText('Drag the dots').tap();
  await finger.down(row('Station 1').locator('.reorder__grip'));
  await finger.over(row('Station 2'));
  await expect(dragging, 'at once: the dots do not scroll').toBeVisible();
  await finger.over(row('Station 3'));
  await expect(row('Station 3')).toHaveClass(/reorder__row--over/);
  await finger.up();
  await expect
    .poll(async () => (await positions()).slice(0, 3).map(({ name }) => name))
    .toEqual(['Station 2', 'Station 3', 'Station 1']);
});

/** How far the page scrolls in 20 frames, after any scroll in progress. */
const scrolledMeanwhile = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    };
    await frames(5);
    const before = window.scrollY;
    await frames(20);
    return window.scrollY - before;
  });

/** Sends real touch events to the browser. */
async function touch(page: Page) {
  const browser: CDPSession = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof at)[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  /** The center of the element, or a point that far below its top. */
  async function pointOf(place: Locator, below?: number) {
    const box = await place.boundingBox();
    if (!box) throw new Error('nothing to touch');
    return { x: box.x + box.width / 2, y: box.y + (below ?? box.height / 2) };
  }
  return {
    async down(place: Locator) {
      at = await pointOf(place);
      await send('touchStart', [at]);
    },
    async over(place: Locator, below?: number) {
      const from = at;
      at = await pointOf(place, below);
      const between = (part: number) => ({
        x: from.x + (at.x - from.x) * part,
        y: from.y + (at.y - from.y) * part,
      });
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [between(part)]);
    },
    up: () => send('touchEnd', []),
  };
}
