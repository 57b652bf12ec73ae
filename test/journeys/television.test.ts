import { expect, type Page } from '@playwright/test';
import { television } from './look.ts';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from './restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: television });

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`[PA2] the board shows all positions of a large rotation, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await openBoard(page, 40);
    await expect.poll(() => rowsInView(page)).toBe(40);
    await expect(page.getByText(/^\+\d+ more$/)).toHaveCount(1);
    const names = page.locator('.positions__person');
    const sizes = await names.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
    expect(new Set(sizes), 'read from seven meters').toEqual(new Set(['40px']));
  });
}

test('[PA6] positions that one page does not hold are on the next, which comes by itself', async ({
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

  // whoever points at it reads it
  await page.mouse.move(300, 300);
  await clock.advance({ seconds: 20 });
  await expect(board.getByRole('button')).toHaveText('2 of 2');
  await clock.advance({ seconds: 30 });
  await expect(board.getByRole('button')).toHaveText('1 of 2');
  await board.getByRole('button').click();
  await expect(board.getByRole('button')).toHaveText('2 of 2');
});

test('[PA2] two on one position have a line each as long as there is room', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const shifts = Array.from({ length: 14 }, () => shiftOf('Maximilian Featherstone'));
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
  expect(cut, 'names that end in dots').toBe(0);
});

/** One subarea with that many positions, each with a long name and someone whose name is long on it. */
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
