import { expect } from '@playwright/test';
import { createLayout, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test('pressing a shift toggles its selection; pressing a position assigns it, and removes it again', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Liam Park')] });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
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
