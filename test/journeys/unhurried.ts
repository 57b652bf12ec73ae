import type { Page } from '@playwright/test';

/**
 * Journeys press as fast as a page can draw, people don't: each press of a page comes two seconds after the one before,
 * by what the page is told, so that none counts as the second tap of a double tap. Runs in the page.
 */
export function unhurried(): void {
  let later = 0;
  const slow = (event: Event) => {
    if ('isHurried' in globalThis) return;
    if (event.type === 'pointerdown') later += 2_000;
    const timeStamp = event.timeStamp + later;
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  };
  addEventListener('pointerdown', slow, true);
  addEventListener('pointerup', slow, true);
}

/** For journeys about double taps: the presses of the pages opened from here on come when they come. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(globalThis, { isHurried: true }));
}
