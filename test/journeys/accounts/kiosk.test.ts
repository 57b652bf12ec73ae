import { expect, type Page } from '@playwright/test';
import { drag } from '../drag.ts';
import { names, pairKiosk, type pins, unlock as unlockAs } from '../pair-kiosk.ts';
import { read, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

async function unlock(kiosk: Page, name: keyof typeof pins) {
  await unlockAs(kiosk, name);
  await expect(kiosk.getByRole('dialog')).toHaveCount(0);
  await expect(kiosk.getByRole('button', { name: `${name} Lee is here` })).toBeVisible();
}

async function leave(kiosk: Page, name: keyof typeof pins, how: 'Lock' | 'Someone Else') {
  await kiosk.getByRole('button', { name: `${name} Lee is here` }).tap();
  await kiosk.getByRole('dialog').getByRole('button', { name: how, exact: true }).tap();
}

test('[KI1] [KI4] [KI11] two people share a tablet, also without a network, and a phone sees who did what', async ({
  page,
  browser,
  server,
}) => {
  const { context, team, layout } = await pairKiosk(page, browser, server);
  const kiosk = await context.newPage();
  await remember(kiosk, { team, layout });
  await kiosk.goto('/');
  await remember(page, { team, layout });
  await page.goto('/');

  await kiosk.getByRole('button', { name: /^Chloe Davis, break 1/ }).tap();
  await expect(kiosk.getByRole('dialog', { name: 'Who is here?' })).toBeVisible();
  await kiosk.getByRole('dialog').getByRole('button', { name: 'Maria Lee' }).tap();
  await kiosk.getByRole('button', { name: 'Someone Else' }).tap();
  await unlock(kiosk, 'Maria');
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  await leave(kiosk, 'Maria', 'Someone Else');
  await unlock(kiosk, 'Bo');

  await kiosk.context().setOffline(true);
  await kiosk.getByRole('button', { name: /^Bo Lee, break 1/ }).tap();
  await leave(kiosk, 'Bo', 'Someone Else');
  await unlock(kiosk, 'Maria');
  await kiosk.getByRole('button', { name: /^Maria Lee, break 1/ }).tap();
  await kiosk.context().setOffline(false);
  for (const name of names)
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, break 1: running`) })).toBeVisible();

  await kiosk.getByRole('link', { name: 'Edit' }).tap();
  await kiosk.getByRole('textbox', { name: 'Shift notes' }).fill('Fryer 2 is off');
  await leave(kiosk, 'Maria', 'Lock');
  await expect(kiosk.getByText('Fryer 2 is off'), 'it is hers').toHaveCount(0);
  await kiosk.getByRole('button', { name: 'Locked' }).tap();
  await unlock(kiosk, 'Bo');
  await expect(kiosk.getByRole('button', { name: 'Save' })).toBeDisabled();
  await leave(kiosk, 'Bo', 'Someone Else');
  await unlock(kiosk, 'Maria');
  await expect(kiosk.getByText('Fryer 2 is off')).toBeVisible();
  await kiosk.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Fryer 2 is off')).toBeVisible();

  await page.goto('/editor/history');
  const main = page.getByRole('main');
  await expect(main.getByText('Maria Lee edited the notes').first()).toBeVisible();
  for (const did of ['Maria Lee edited the notes', 'Bo Lee started Bo Lee’s break'])
    await expect(main.getByRole('listitem').filter({ hasText: did }).first()).toContainText('Tablet 2');
});

test('[KI1] a drag on a locked tablet is done after the PIN, once, and without a PIN not at all', async ({
  page,
  browser,
  server,
}) => {
  const { context, team, layout } = await pairKiosk(page, browser, server);
  const kiosk = await context.newPage();
  await remember(kiosk, { team, layout });
  await kiosk.goto('/editor/rotations');
  const seats = async () =>
    (await read(page.context(), team, layout)).rotations.flatMap(({ subareas }) =>
      subareas.flatMap(({ positions }) => positions.map((position) => position.seats.length)),
    );
  const card = kiosk.getByRole('button', { name: /^Chloe Davis/ });
  const place = kiosk.locator('.positions__row', { hasText: 'Register 2' });
  const asked = kiosk.getByRole('dialog', { name: 'Who is here?' });
  await drag(kiosk, card, place);
  await asked.getByRole('button', { name: 'Close' }).tap();
  await expect(asked).toHaveCount(0);
  expect(await seats()).toEqual([0, 0]);
  await drag(kiosk, card, place);
  await unlock(kiosk, 'Maria');
  await expect.poll(seats).toEqual([0, 1]);
});
