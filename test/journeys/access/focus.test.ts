import { expect } from '@playwright/test';
import { phone, resize, tablet } from '../look.ts';
import { openSample } from '../places.ts';
import { test } from '../restaurant.ts';
import { expectFocusInSight } from './in-sight.ts';

/** A screen of 1280 x 1024 at 400 %. */
const enlarged = { width: 320, height: 256 };

test('[AX2] nothing covers what has the focus while somebody is placed, moved or looked at', async ({
  page,
}) => {
  await openSample(page);
  await page.goto('/editor/rotations');
  for (const size of [tablet, phone, enlarged]) {
    await resize(page, size);
    await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
    await expectFocusInSight(page, `somebody selected at ${size.width}`);
    await page.keyboard.press('Escape');
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Dinner' }).click();
  await expect(page.getByText('Viewing Dinner')).toBeVisible();
  await expectFocusInSight(page, 'another rotation');
  await resize(page, phone);
  await page.locator('.positions__place').first().click();
  await expect(page.locator('.sheet')).toBeVisible();
  await expect.poll(() => page.evaluate(isAboveSheet)).toBe(true);
  await expectFocusInSight(page, 'a sheet on a phone');
  await resize(page, enlarged);
  await expect.poll(() => page.evaluate(isAboveSheet)).toBe(true);
  await expectFocusInSight(page, 'a sheet, enlarged');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectFocusInSight(page, 'the keys, enlarged');
  await page.goto('/editor/overview');
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await expectFocusInSight(page, 'a dialog, enlarged');
});

/** Whether the page knows how high the sheet is, a moment after it has another height. Runs in the page. */
function isAboveSheet(): boolean {
  const { height = 0 } = document.querySelector('.sheet')?.getBoundingClientRect() ?? {};
  return Math.abs(Number.parseFloat(document.documentElement.style.scrollPaddingBottom) - height) < 1;
}
