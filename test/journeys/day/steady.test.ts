import { expect, type Page } from '@playwright/test';
import type { SingleChange } from '../../../domain/change/change.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { desk, phone, resize, tablet } from '../look.ts';
import { change, createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ hasTouch: true, viewport: tablet });

const subareas = Object.entries({ Counter: 5, Window: 6, Kitchen: 7, Dining: 4 }).map(([name, count]) => ({
  id: name,
  name,
  positions: Array.from({ length: count }, (_, index) => ({
    id: `${name} ${index + 1}`,
    name: `${name} ${index + 1}`,
    seats: [] as string[],
  })),
}));
const positions = subareas.flatMap((subarea) => subarea.positions.map(({ id }) => id));

// a name is never cut, so a row may grow for a long one, and for two that don't fit beside each other
for (const { path, row, list } of [
  { path: '/', row: '.positions__row', list: '.columns' },
  { path: '/editor/rotations', row: '.target', list: '.position-board' },
]) {
  test(`[PA4] ${path} keeps everything in place whoever is seated`, async ({ page }) => {
    const people = Array.from({ length: 23 }, (_, index) =>
      shiftOf(`${String.fromCharCode(65 + index)}na Diaz`),
    );
    const day = await openDay(page, people);
    await page.goto(path);
    await expect(page.locator(row)).toHaveCount(positions.length);
    const places = () => boxesOf(page, `${list} ${row}, ${list} .card`, list);
    const empty: Record<string, unknown> = {};
    for (const size of [tablet, phone, desk]) {
      await resize(page, size);
      empty[size.width] = await places();
    }
    // everyone is assigned, several to one position, and some are on break
    const seated = people.map(({ id }, index) =>
      seat(id, positions[Math.min(Math.max(0, index - 1), 21)] ?? ''),
    );
    const breaks = [0, 1, 4, 9].map((index): SingleChange => press(people[index] as Shift));
    await change(page.context(), day.team, day.layout, { type: 'batch', changes: [...seated, ...breaks] });
    await expect(page.locator(row).last()).toContainText('na D');
    for (const size of [tablet, phone, desk]) {
      await resize(page, size);
      expect(await places(), `${size.width} px wide`).toEqual(empty[size.width]);
    }
  });
}

test('[PA25] selecting and assigning on a phone don’t move anything', async ({ page }) => {
  await page.setViewportSize(phone);
  await openDay(page, [shiftOf('Ana Diaz')]);
  await page.goto('/editor/rotations');
  const places = () => boxesOf(page, '.target, .tray, .tray__card');
  const last = page.locator('.target').last();
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const before = await places();
  await page.getByRole('button', { name: /^Ana Diaz/ }).tap();
  await expect(page.getByText('Ana D. selected, tap a position')).toBeVisible();
  expect(await places(), 'selected').toEqual(before);
  await page.locator('.target__place').last().tap();
  await expect(page.getByText('Everyone in this rotation has a position.')).toBeVisible();
  expect(await places(), 'placed').toEqual(before);
});

test('[PA5] rows changed by others keep their place until the user is done with the list', async ({
  page,
}) => {
  const [ana, ben, cleo] = [shiftOf('Ana Diaz'), shiftOf('Ben Okafor'), shiftOf('Cleo Park')];
  const { team, layout } = await openDay(page, [ana, ben, cleo]);
  await page.goto('/editor/rotations');
  const card = (name: string) => page.locator('.shift-card', { hasText: name });
  const before = await card('Cleo Park').boundingBox();
  await change(page.context(), team, layout, seat(ana.id, positions[0] ?? ''));
  await expect(page.getByRole('button', { name: /^Ana Diaz/ }), 'nobody can press it').toHaveCount(0);
  expect(await card('Cleo Park').boundingBox()).toEqual(before);
  await card('Cleo Park').tap();
  await page.locator('.target__place').nth(3).tap();
  await expect(card('Ana Diaz')).toHaveCount(0);
  await expect(page.locator('.target').nth(3)).toContainText('Cleo P.');

  await page.goto('/editor/shifts');
  const rowOf = (name: string) => page.locator('.shifts tbody tr', { hasText: name });
  const row = await rowOf('Cleo Park').boundingBox();
  await change(page.context(), team, layout, { type: 'shift.delete', shift: ana.id });
  await expect(page.getByRole('button', { name: 'Delete Ana Diaz' })).toHaveCount(0);
  expect(await rowOf('Cleo Park').boundingBox()).toEqual(row);
  await expect(rowOf('Ana Diaz'), 'left alone, the list closes up').toHaveCount(0);
});

async function openDay(page: Page, shifts: Shift[]) {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts, rotations: [{ ...lunch, subareas }] });
  await remember(page, { team, layout });
  return { team, layout };
}

const seat = (shift: string, position: string): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation: lunch.id,
  position,
  before: null,
});

const press = (shift: Shift): SingleChange => ({
  type: 'break.press',
  shift: shift.id,
  slot: 0,
  wants: 'start',
  at: Date.now(),
  by: null,
});

/** Waits until the page is laid out for its size; places are those within another element. */
const boxesOf = (page: Page, selector: string, within = 'html') =>
  page.evaluate(
    async ([all, outer]) => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const from = document.querySelector(outer)?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll(all)].map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [left - from.left, top - from.top, width, height].map(Math.round).join(' ');
      });
    },
    [selector, within] as const,
  );
