import { expect, type Page } from '@playwright/test';
import { resize, television } from '../look.ts';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: television });

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`[PA2] the board shows all positions of a large rotation, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await openBoard(page, 40);
    await expect.poll(() => rowsInView(page)).toBe(40);
    await expect(page.getByRole('button', { name: /^Positions: page/ })).toHaveCount(0);
    const names = page.locator('.positions__person');
    const sizes = await names.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
    expect(new Set(sizes), 'read from seven meters').toEqual(new Set(['40px']));
  });
}

test('[PA6] [PA26] [PA27] positions that don’t fit are on a second page, which shows automatically', async ({
  page,
  clock,
}) => {
  await openBoard(page, 60);
  const board = page.locator('.subarea-cards');
  await expect(board.getByRole('button')).toHaveText('1 of 2');
  const first = await rowsInView(page);
  expect(first).toBeGreaterThanOrEqual(30);
  await clock.advance({ seconds: 9 });
  await expect(board.getByRole('button')).toHaveText('2 of 2');
  expect(await rowsInView(page)).toBe(60 - first);

  // pointing at the board pauses the pages
  await page.mouse.move(300, 300);
  await clock.advance({ seconds: 20 });
  await expect(board.getByRole('button')).toHaveText('2 of 2');
  await clock.advance({ seconds: 30 });
  await expect(board.getByRole('button')).toHaveText('1 of 2');
  await board.getByRole('button').click();
  await expect(board.getByRole('button')).toHaveText('2 of 2');
});

test('[PA24] two people on one position get a line each if there is room', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const shifts = Array.from({ length: 14 }, (_, index) =>
    shiftOf(`Maximilian ${String.fromCharCode(65 + index)}eatherstone`),
  );
  const ids = shifts.map(({ id }) => id);
  const subareas = Array.from({ length: 7 }, (_, area) => ({
    id: `a${area}`,
    name: `Area ${area}`,
    positions: Array.from({ length: 5 }, (_, place) => ({
      id: `p${area}${place}`,
      name: `Order taker ${place}`,
      seats: place < 1 ? ids.splice(0, 2) : [],
    })),
  }));
  const rotations = [{ ...lunch, subareas }];
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect.poll(() => rowsInView(page)).toBe(35);
  const cut = await page
    .locator('.positions__short')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut, 'truncated names').toBe(0);
});

test('[PA6] [PA23] with 120 people, breaks are on several pages, and everything scales with the screen', async ({
  page,
  clock,
}) => {
  const { team } = await openTeam(page, {});
  const long = 'Konstantinopolitanischer-Wolfeschlegelstein Hausenbergerdorff';
  const names = ['Ana', 'Ben', 'Cleo', 'Dara', 'Eli', 'Fay'];
  const shifts = Array.from({ length: 120 }, (_, index) =>
    shiftOf(index === 7 ? long : `${names[index % 6]} ${String.fromCharCode(65 + (index % 20))}iaz${index}`),
  );
  const subareas = [5, 6, 7, 4].map((count, area) => ({
    id: `a${area}`,
    name: `Area ${area}`,
    positions: Array.from({ length: count }, (_, place) => ({
      id: `p${area}${place}`,
      name: `Register ${place}`,
      seats: [shifts[area * 7 + place]?.id ?? ''],
    })),
  }));
  const rotations = Array.from({ length: 24 }, (_, index) => ({ ...lunch, id: `r${index}`, subareas }));
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  await remember(page, { team, layout });
  await page.goto('/');
  const rail = page.locator('.break-rail');
  const shown = rail.locator('.break-rail__row:not([hidden]) .break-rail__name');
  await expect(rail.getByRole('button', { name: /^Breaks: page/ })).toHaveText(/^1 of \d+$/);
  const first = await shown.allTextContents();
  await clock.advance({ seconds: 9 });
  await expect(rail.getByRole('button', { name: /^Breaks: page/ })).toHaveText(/^2 of \d+$/);
  const second = await shown.allTextContents();
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await expect(shown.first()).toBeInViewport();
  await expect(shown.last()).toBeInViewport();

  for (const scale of [1, 2]) {
    await resize(page, { width: 1920 * scale, height: 1080 * scale });
    await expect.poll(() => rowsInView(page)).toBe(22);
    await expect(page.locator('.positions__person').first()).toHaveCSS('font-size', `${40 * scale}px`);
    const cut = await page
      .locator('.positions__short')
      .evaluateAll((all) => all.filter((each) => each.scrollHeight > 1.3 * each.clientHeight).length);
    expect(cut, 'only the long name').toBeLessThanOrEqual(1);
    const board = await page.locator('.tv-board__column').last().boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeGreaterThan(1000 * scale);
  }
});

test('[PA32] notes take the height they need and leave room for four breaks', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const shifts = Array.from({ length: 20 }, (_, index) => shiftOf(`Ana ${String.fromCharCode(65 + index)}.`));
  const body = page.locator('.day__notes .card__body');
  for (const [lines, isCut] of [
    [8, false],
    [40, true],
  ] as const) {
    const notes = Array.from({ length: lines }, (_, line) => ({ insert: `Line ${line}\n` }));
    const layout = await createLayout(page.context(), team, { shifts, notes });
    await remember(page, { team, layout });
    await page.goto('/');
    await expect(page.locator('.break-rail__row:not([hidden])'), `${lines} lines`).toHaveCount(4);
    const overflows = await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    expect(overflows, `${lines} lines`).toBe(isCut);
  }
});

test('[PA21] a television that reports 1280 pixels shows the same board', async ({ page, browser }) => {
  const day = await openTeam(page);
  const userAgent =
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36';
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 1.5,
    userAgent,
  });
  const set = await context.newPage();
  await remember(set, day);
  await set.goto('/');
  await expect(set.locator('.positions__person').first()).toBeVisible();
  const size = await set
    .locator('.positions__person')
    .first()
    .evaluate((each) => getComputedStyle(each).fontSize);
  expect(Number.parseFloat(size) * 1.5).toBeCloseTo(40, 1);
  const { scrolls, rows } = await set.evaluate(() => ({
    scrolls: document.documentElement.scrollHeight > innerHeight,
    rows: document.querySelectorAll('.positions__row').length,
  }));
  expect(scrolls).toBe(false);
  expect(await rowsInView(set)).toBe(rows);
});

/** One subarea with that many positions, each with a long name and a person with a long name. */
async function openBoard(page: Page, count: number) {
  const { team } = await openTeam(page, {});
  const shifts = Array.from({ length: count }, (_, index) =>
    shiftOf(`Konstantinopolitanischer${index} Wolfeschlegelstein`),
  );
  const positions = shifts.map(({ id }, index) => ({
    id: `p${index}`,
    name: `Position ${index}: order taker and beverage refill support`,
    seats: [id],
  }));
  const subarea = { id: 'counter', name: 'The part near the windows and the second register', positions };
  const layout = await createLayout(page.context(), team, {
    shifts,
    rotations: [{ ...lunch, subareas: [subarea] }],
  });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('.positions__row')).toHaveCount(count);
}

const rowsInView = (page: Page) =>
  page.locator('.positions__row').evaluateAll((rows) => {
    const board = document.querySelector('.subarea-cards')?.getBoundingClientRect() ?? new DOMRect();
    return rows.filter((row) => {
      const { left, bottom } = row.getBoundingClientRect();
      return bottom > 0 && left < board.right && bottom <= innerHeight;
    }).length;
  });
