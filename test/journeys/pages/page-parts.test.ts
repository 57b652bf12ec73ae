import { expect, type Page } from '@playwright/test';
import {
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const breakfast = { ...lunch, id: 'breakfast', name: 'Breakfast', startTime: '6:00 AM', endTime: '10:30 AM' };
const late = shiftOf('Chloe Davis', { startTime: '2:00 PM', endTime: '10:00 PM', note: 'Closes' });
const liam = shiftOf('Liam Park');

/** A team with a template and a selected layout: Liam works through lunch, Chloe after it. */
async function openDay(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team);
  const layout = await createLayout(page.context(), team, {
    notes: [{ insert: 'Fryer 2 is slow\n' }],
    shifts: [liam, late],
    rotations: [breakfast, lunch],
  });
  await remember(page, { team, layout });
  return { team, template };
}

test('a break shows an alarm, the time left, and a check', async ({ page, clock }) => {
  await openDay(page);
  await page.goto('/');
  await page.getByRole('button', { name: /Lunch/ }).click();
  const face = page.locator('.break-slot').first();
  const press = face.getByRole('button');
  await expect(face.locator('.tabler-icon-alarm')).toBeVisible();
  await press.click();
  await expect(face).toHaveText(/^(30:00|29:5\d)$/);
  await clock.advance({ seconds: 1 });
  await press.click();
  await expect(face.locator('.tabler-icon-check')).toBeVisible();
  await clock.advance({ seconds: 1 });
  await press.click();
  await expect(face.locator('.tabler-icon-alarm')).toBeVisible();
});

test('pressing a shift toggles its selection; pressing a position assigns it, and removes it again', async ({
  page,
}) => {
  await openDay(page);
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /Lunch/ }).click();
  const waiting = await page.getByRole('complementary', { name: 'Unassigned' }).boundingBox();
  const first = await page.getByRole('heading', { name: 'Front Counter' }).boundingBox();
  expect((waiting?.x ?? 0) + (waiting?.width ?? 0)).toBeLessThan(first?.x ?? 0);
  const card = page.getByRole('button', { name: /^Liam Park/ });
  const place = page.getByRole('button', { name: /^Place Liam Park on Register 1/ });
  const seat = page.getByRole('button', { name: 'remove Liam Park from Register 1' });
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await expect(place).toHaveCount(0);
  await card.click();
  await place.click();
  await expect(seat).toBeVisible();
  await expect(card, 'no longer unassigned').toHaveCount(0);
  // taps right after a change are ignored, so the first may be too early
  await expect(async () => {
    if (await card.isVisible()) return;
    await seat.click({ timeout: 15_000 });
    await expect(card).toBeVisible({ timeout: 15_000 });
  }).toPass();
});
