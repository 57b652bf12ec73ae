import { expect } from '@playwright/test';
import { openSample } from '../places.ts';
import { read, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

test('[AX9] undo outlives its message, which waits for who comes to it by keyboard', async ({
  page,
  clock,
}) => {
  const { team, layout } = await openSample(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Amara Nwosu, break 1: not taken/ }).click();
  const undo = page.locator('.undo-buttons').getByRole('button').first();
  await expect(undo).toHaveText(/^Undo: /);
  // from beside it: on a busy machine, the message would be over before the keys came from the board
  await page.locator('.undo-buttons').getByRole('button').last().focus();
  await page.keyboard.press('Shift+Tab');
  await clock.advance({ seconds: 60 });
  await expect(undo).toHaveText(/^Undo: /);
  await page.keyboard.press('Tab');
  await clock.advance({ seconds: 6 });
  await expect(undo).toHaveText('Undo');
  await undo.click();
  await expect(page.getByRole('button', { name: /^Amara Nwosu, break 1: not taken/ })).toBeVisible();

  await page.goto('/editor/shifts');
  await page.getByRole('button', { name: 'Delete Amara Nwosu' }).click();
  await expect(page.getByText('Amara Nwosu', { exact: true })).toHaveCount(0);
  await clock.advance({ seconds: 6 });
  await page.getByRole('banner').getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts.map(({ teamMember }) => teamMember))
    .toContain('Amara Nwosu');
});

test('[AX10] what can be dragged is moved by taps, and by keys alone', async ({ page }) => {
  await openSample(page);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Hiro Tanaka/ }).focus();
  await press('Enter');
  const place = page.getByRole('button', { name: 'Place Hiro Tanaka on Float, Dining & Support' });
  await place.focus();
  await press('Enter');
  const remove = page.getByRole('button', { name: /remove Hiro Tanaka from Float/i });
  await remove.focus();
  await press('Enter');
  await expect(page.getByRole('button', { name: /^Hiro Tanaka/ })).toBeVisible();
  await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
  await place.click();
  await expect(remove).toBeVisible();

  await page.goto('/');
  const person = page.getByRole('button', { name: /^Amara N.*, Order Taker 1$/ });
  await person.focus();
  await press('Enter');
  await expect(person).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Esther M.*, Order Taker 2$/ }).focus();
  await press('Enter');
  await expect(page.getByRole('button', { name: /^Amara N.*, Order Taker 2$/ })).toBeVisible();

  await page.goto('/editor/plan');
  await page.getByRole('button', { name: 'Reorder' }).click();
  const rows = page.locator('.reorder__what');
  await expect(rows.first()).toContainText('Breakfast');
  await page.getByRole('button', { name: 'Move Breakfast down' }).focus();
  await press('Enter');
  await expect(rows.first()).toContainText('Lunch');
});

test('[AX11] keys without Ctrl can be switched off, and stay so on the device', async ({ page }) => {
  await openSample(page);
  await page.goto('/');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  const dinner = page.getByRole('button', { name: 'Dinner' });
  await expect(dinner).toHaveAttribute('aria-keyshortcuts', '4');
  await page.keyboard.press('?');
  await expect(keys).toContainText('turn single-key shortcuts off');
  await page.keyboard.press('Escape');
  await page.goto('/account');
  await page.getByLabel('Single-key shortcuts').uncheck();
  await page.goto('/');
  await expect(dinner).not.toHaveAttribute('aria-keyshortcuts');
  for (const key of ['?', '/', '4']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(dinner).toHaveAttribute('aria-pressed', 'false');
});

test('[AX12] passwords and codes can be pasted, and filled in by password managers', async ({ page }) => {
  for (const [path, label, token] of [
    ['/login', 'Email', 'username'],
    ['/login', 'Password', 'current-password'],
    ['/register', 'Email', 'username'],
    ['/register', 'Password', 'new-password'],
    ['/register', 'Confirm Password', 'new-password'],
  ] as const) {
    if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('autocomplete', token);
    const isTaken = await field.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'secret');
      return element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    expect(isTaken, `${label} on ${path}`).toBe(true);
  }
});
