import { expect, type Page } from '@playwright/test';
import { desk } from '../look.ts';
import { openTeam, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: desk });

/** Counts the times that the page was loaded. */
function countLoads(page: Page) {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads++;
  });
  return () => loads;
}

const board = (page: Page) => page.locator('.tv-line').first();

test('[PA50] a wall whose page failed loads it again, and never before the server answers', async ({
  page,
  clock,
}) => {
  await openTeam(page);
  let isUp = false;
  await page.route('/healthz', (route) => (isUp ? route.continue() : route.abort()));
  await page.addInitScript(() => {
    if (sessionStorage.getItem('failed')) return;
    sessionStorage.setItem('failed', 'once');
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error('as a mistake of ours');
    };
  });
  await page.goto('/tv');
  await expect(page.getByText('This page ran into a problem')).toBeVisible();
  const loads = countLoads(page);
  for (let seconds = 0; seconds < 60; seconds += 10) await clock.advance({ seconds: 10 });
  expect(loads()).toBe(0);
  isUp = true;
  await clock.advance({ seconds: 3 });
  await expect(board(page)).toBeVisible();
  expect(loads()).toBe(1);
});

test('[PA50] a wall whose script did not come gets it once the server answers', async ({ page, clock }) => {
  await openTeam(page);
  const scripts = /\/assets\/television-.*\.js$/;
  await page.route(scripts, (route) => route.abort());
  let isUp = false;
  await page.route('/healthz', (route) => (isUp ? route.continue() : route.abort()));
  await page.goto('/tv');
  await expect(page.getByText('This page didn’t load')).toBeVisible();
  await page.unroute(scripts);
  const loads = countLoads(page);
  await clock.advance({ seconds: 40 });
  expect(loads()).toBe(0);
  isUp = true;
  await clock.advance({ seconds: 3 });
  await expect(board(page)).toBeVisible();

  const main = /\/assets\/index-.*\.js$/;
  await page.route(main, (route) => route.abort());
  await page.goto('/tv');
  await expect(page.locator('#root'), 'an empty page').toBeEmpty();
  await page.unroute(main);
  for (let times = 0; times < 5; times++) await clock.advance({ seconds: 5 });
  await expect(board(page)).toBeVisible();
});

test('[PA50] a wall whose server died between its page and all of its scripts comes back by itself', async ({
  page,
  clock,
}) => {
  await openTeam(page);
  let isUp = false;
  await page.route('**/*', (route) => {
    const isPage = new URL(route.request().url()).pathname === '/tv';
    return isUp || isPage ? route.continue() : route.abort();
  });
  await page.goto('/tv');
  await expect(page.locator('#root'), 'an empty page').toBeEmpty();
  const loads = countLoads(page);
  for (let times = 0; times < 6; times++) await clock.advance({ seconds: 5 });
  expect(loads()).toBe(0);
  isUp = true;
  for (let times = 0; times < 5; times++) await clock.advance({ seconds: 5 });
  await expect(board(page)).toBeVisible();
});

test('[PA49] on plain http, a silent video plays behind a television', async ({ page }) => {
  await openTeam(page);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
  await page.goto('/tv');
  await expect(board(page)).toBeVisible();
  const video = page.locator('video');
  const time = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
  await expect.poll(time).toBeGreaterThan(0.2);
  expect(await video.evaluate(({ paused, muted }: HTMLVideoElement) => [paused, muted])).toEqual([
    false,
    true,
  ]);
  await expect.poll(time, 'up to four seconds').toBeGreaterThan(2.5);
  await expect.poll(time, 'and again').toBeLessThan(1.5);
});
