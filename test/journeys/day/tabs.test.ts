import { expect, type Page } from '@playwright/test';
import { createLayout, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const layoutIn = (page: Page) => new URL(page.url()).searchParams.get('layout');

test('[DV9] each tab has its own day, and Back goes through the days', async ({ page, context, clock }) => {
  await clock.set('2026-11-21T11:30:00-06:00');
  const { team } = await openTeam(page, {});
  const on = (date: string) => createLayout(context, team, { date, shifts: [shiftOf('Chloe Davis')] });
  const [today, tomorrow] = [await on('2026-11-21'), await on('2026-11-22')];
  await remember(page, { team, layout: today });
  await page.goto('/');
  await expect(heading(page)).toHaveText('11/21/2026');
  await expect.poll(() => layoutIn(page), 'what is remembered comes into the address').toBe(today);

  const other = await context.newPage();
  await other.goto('/layouts?date=2026-11-22');
  await other.getByRole('button', { name: /^Select/ }).click();
  await expect(heading(other)).toHaveText('11/22/2026');
  expect(layoutIn(other)).toBe(tomorrow);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await page.reload();
  await expect(page.getByText('11/21/2026'), 'the URL of the tab wins').toBeVisible();
  expect(layoutIn(page)).toBe(today);
  await page.getByRole('link', { name: 'Return' }).click();
  const opened = await context.newPage();
  await opened.goto((await page.getByRole('link', { name: 'Edit' }).getAttribute('href')) ?? '');
  await expect(opened.getByText('11/21/2026'), 'a link opens its own day in another tab').toBeVisible();

  await other.getByRole('button', { name: 'Back to today' }).click();
  await expect(heading(other)).toHaveText('11/21/2026');
  await other.goBack();
  await expect(heading(other)).toHaveText('11/22/2026');
  await other.goBack();
  await expect(other).toHaveURL(/\/layouts\?date=2026-11-22/);
  await other.goForward();
  await expect(heading(other)).toHaveText('11/22/2026');
});
