import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { createTemplate, openTeam, register, test } from './restaurant.ts';

/** KB of script, as gzip sends it, that the first page of a visit may need. */
const most = 165;

/** What comes on top where the notes editor or dragging is used; /team is to become lighter. */
const heavier: [path: RegExp, most: number][] = [
  [/^\/editor\/overview$|^\/templates\/[0-9a-f-]{36}$/, 182],
  [/^\/editor\/rotations$/, 176],
  [/^\/team$/, 171],
];
const mostOf = (path: string): number => heavier.find(([pattern]) => pattern.test(path))?.[1] ?? most;

test('the first load of every page stays within its budget of script', async ({ page, browser }) => {
  await page.goto('/favicon.svg');
  const strangers = await browser.newContext();
  const found: [string, number][] = [];
  for (const path of ['/login', '/register', '/forgot', '/reset/some-token']) {
    found.push([path, await scriptOf(browser, strangers, page.url(), path)]);
  }
  await register(page.context());
  const { team } = await openTeam(page);
  const template = await createTemplate(page.context(), team);
  for (const path of [
    '/',
    '/editor/overview',
    '/editor/shifts',
    '/editor/shifts/add',
    '/editor/shifts/import',
    '/editor/rotations',
    '/editor/plan',
    '/layouts',
    '/layouts/setup',
    '/account',
    '/team',
    '/start',
    '/join/some-token',
    '/templates',
    '/templates/setup',
    `/templates/${template}`,
    `/templates/${template}/rotations`,
    `/templates/${template}/rotations/0`,
    `/templates/${template}/rotations/0/add`,
  ]) {
    found.push([path, await scriptOf(browser, page.context(), page.url(), path)]);
  }
  const said = found.map(([path, size]) => `${size.toFixed(1)} KB  ${path}`);
  console.log(said.join('\n'));
  expect(found.filter(([path, size]) => size > mostOf(path))).toEqual([]);
});

/** In a browser that has been nowhere yet, with the session and the choices of `context`. */
async function scriptOf(
  browser: Browser,
  context: BrowserContext,
  base: string,
  path: string,
): Promise<number> {
  const cold = await browser.newContext({ storageState: await context.storageState() });
  const page = await cold.newPage();
  const sizes: Promise<number>[] = [];
  // Browsers ask a server without https for gzip alone, so that is what is sent.
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(new URL(path, base).href);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(sizes);
  await cold.close();
  expect(all.length, path).toBeGreaterThan(0);
  return all.reduce((sum, size) => sum + size, 0) / 1_000;
}
