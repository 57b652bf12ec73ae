import { vi } from 'vitest';
import { test } from '../../../test/page/clock.ts';
import { expect, type Page, password, post, read } from '../../../test/page/restaurant.ts';
import { leave, openTablet, recorded, type Tablet, unlock } from '../../../test/page/tablet.ts';
import { guardKeys } from '../page/key-guard.ts';
import { thingAt } from '../page/press-guard.ts';

const breakSlot = (page: Page) => page.getByRole('button', { name: /^Chloe Davis, break 1/ });
const field = (page: Page) => page.getByLabel('PIN', { exact: true });
const asked = (page: Page) => page.getByRole('dialog', { name: 'Who is here?' });
const give = ({ manager, team, idOf }: Tablet, pin: string) =>
  post(manager, `/api/teams/${team}/pins/${idOf('Maria')}`, { pin, role: 'lead' });

async function isWrong(page: Page) {
  await expect(field(page)).toHaveAccessibleDescription('That PIN is incorrect.');
  await expect(field(page)).toHaveValue('');
}

/** On the tablet's own keys. */
async function press(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

test('[KI40] Enter pressed twice after a PIN does once what was asked', async ({ page }) => {
  guardKeys(thingAt);
  const tablet = await openTablet(page);
  const running = page.getByRole('button', { name: /^Chloe Davis, break 1: running/ });
  await breakSlot(page).click();
  await asked(page).getByRole('button', { name: 'Maria Lee' }).click();
  await page.keyboard.type('2580');
  const pressed = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => pressed);
  await page.keyboard.press('Enter');
  await expect(running).toBeVisible();
  clock.mockImplementation(() => pressed + 300);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  clock.mockRestore();
  await page.getByRole('button', { name: /^Maria Lee, break 1/ }).click();
  await expect.poll(async () => (await recorded(tablet)).length).toBe(3);
  await expect(running).toBeVisible();
});

test('[KI40] Enter pressed twice after a wrong PIN tries it once', async ({ page }) => {
  await openTablet(page);
  await page.getByRole('button', { name: 'Locked' }).click();
  for (let count = 0; count < 4; count++) {
    if (count === 0) await asked(page).getByRole('button', { name: 'Maria Lee' }).click();
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await isWrong(page);
    await page.keyboard.press('Enter');
  }
  // the fifth wrong one would be waited for
  await page.keyboard.type('2580');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
});

test('[KI41] a PIN keeps the zero it begins with, by touch and by keyboard, also without a network', async ({
  page,
}) => {
  const tablet = await openTablet(page);
  await give(tablet, '0417');
  await page.getByRole('button', { name: 'Locked' }).click();
  await asked(page).getByRole('button', { name: 'Maria Lee' }).click();
  await press(page, '0417');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    await leave(page, 'Maria', 'Someone Else');
    await asked(page).getByRole('button', { name: 'Maria Lee' }).click();
    await press(page, '0017');
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await isWrong(page);
    for (const other of ['417', '0017', '00417', '04170']) {
      await page.keyboard.type(other);
      await page.keyboard.press('Enter');
      if (other.length >= 4) await isWrong(page);
      else for (const _ of other) await page.keyboard.press('Backspace');
      if (other === '0017') break;
    }
    await page.keyboard.type('04');
    await press(page, '17');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Maria Lee is here' })).toBeVisible();
  }
});

test('[KI42] neither a wrong nor an empty PIN is the manager whose account was signed in on the tablet', async ({
  page,
}) => {
  const tablet = await openTablet(page);
  const { manager, team, layout } = tablet;
  const { user } = await (await manager.request.get('/api/me')).json();
  const before = await recorded(tablet);
  await page.getByRole('button', { name: 'Locked' }).click();
  await page.getByRole('button', { name: 'Use password or passkey' }).click();
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
  const here = page.getByRole('button', { name: /^Ana .* is here$/ });
  await expect(here).toBeVisible();
  await here.click();
  await page.getByRole('button', { name: 'Someone Else', exact: true }).click();
  await unlock(page, 'Maria', '9999');
  await isWrong(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeDisabled();
  await expect(page.getByRole('dialog', { name: 'Maria Lee' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible();
  await breakSlot(page).click();
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await recorded(tablet)).toEqual(before);
  expect((await read(manager, team, layout)).shifts.flatMap(({ breaks }) => breaks)).toEqual([
    null,
    null,
    null,
  ]);
});
