import { expect, type Locator, type Page } from '@playwright/test';

/** Drags with the mouse. The script for it loads when the pointer comes, so a drag that does not start is tried again. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  let patience = 1_000;
  await expect(async () => {
    patience *= 2;
    await page.mouse.up();
    await to.scrollIntoViewIfNeeded();
    await from.hover();
    await page.mouse.down();
    const { x, y } = await middleOf(to);
    await page.mouse.move(x, y, { steps: 12 });
    await expect(page.locator('.drag-area--dragging')).toBeVisible({ timeout: patience });
  }).toPass();
  await page.mouse.up();
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The place to drop on is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
