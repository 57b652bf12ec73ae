import { afterEach, beforeEach } from 'vitest';
import { expect, openTeam, test } from '../../../test/page/restaurant.ts';

let asked = 0;

beforeEach(() => {
  asked = 0;
  const request = async () => {
    asked++;
    return Object.assign(new EventTarget(), { released: false, release: async () => {} });
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

test('[PA43] [PA44] a television keeps the screen on, and says so when it is touched, as /account does', async ({
  page,
}) => {
  await openTeam(page);
  await page.goto('/account');
  await expect(page.getByText('The screen stays on while the board is open.')).toBeVisible();
  await page.goto('/tv');
  await expect.poll(() => asked).toBe(2);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The screen stays on while the board is open.')).toBeVisible();
});
