import { expect } from '@playwright/test';
import { isStored, keeps } from '../device-storage.ts';
import { pairKiosk, unlock } from '../pair-kiosk.ts';
import { test } from '../restaurant.ts';

test.use({ loadsAhead: true, serviceWorkers: 'allow' });

test('[KI4] [OF2] a tablet that starts without the server shows the board, and takes a PIN once there is one', async ({
  page,
  browser,
  server,
}) => {
  const { context, team, layout } = await pairKiosk(page, browser, server, { serviceWorkers: 'allow' });
  const before = await context.newPage();
  await before.goto(`/?team=${team}&layout=${layout}`);
  await expect(before.getByRole('button', { name: /^Chloe Davis, break 1/ })).toBeVisible();
  await isStored(before);
  await keeps(before, `${team}/${layout}`);
  await before.close();
  await server.kill();

  const kiosk = await context.newPage();
  await kiosk.goto('/');
  await kiosk.getByRole('button', { name: /^Chloe Davis, break 1: not taken/ }).tap();
  const asked = kiosk.getByRole('dialog', { name: 'Who is here?' });
  await expect(asked).toContainText('Can’t reach Lineup');
  await server.start();
  await unlock(kiosk, 'Maria');
  await expect(kiosk.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  const history = async () =>
    (await page.request.get(`/api/teams/${team}/documents/${layout}/history`)).text();
  await expect.poll(history).toContain('Tablet 2');
});
