import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { drag } from '../drag.ts';
import {
  change,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  openTeam,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

/** KB of script, compressed with gzip, that the first page of a visit may need. */
function budgetOf(path: string): number {
  if (path === '/') return 160;
  const hasNotesEditor = path === '/editor/overview' || /^\/templates\/(?!setup$)[^/]+$/.test(path);
  return hasNotesEditor ? 172 : 165;
}

test('the first load of every page stays within its script budget', async ({ page, browser }) => {
  // many pages, each in a browser with an empty cache
  test.slow();
  await page.goto('/favicon.svg');
  const strangers = await browser.newContext();
  const found: [string, number][] = [];
  const weigh = async (context: BrowserContext, paths: readonly string[]) => {
    // each takes over two seconds, mostly idle
    for (let first = 0; first < paths.length; first += 6) {
      const some = paths.slice(first, first + 6);
      const sizes = await Promise.all(some.map((path) => scriptOf(browser, context, page.url(), path)));
      found.push(...some.map((path, at): [string, number] => [path, sizes[at] ?? 0]));
    }
  };
  await weigh(strangers, ['/login', '/register', '/forgot', '/reset/some-token', '/secure']);
  await register(page.context());
  const { team } = await openTeam(page);
  const template = await createTemplate(page.context(), team);
  await weigh(page.context(), [
    '/',
    '/timeline',
    '/crew',
    '/editor/overview',
    '/editor/shifts',
    '/editor/shifts/add',
    '/editor/shifts/import',
    '/editor/shifts/sync/hs',
    '/team/schedule/hs',
    '/editor/history',
    '/editor/rotations',
    '/editor/plan',
    '/layouts',
    '/layouts/setup',
    '/account',
    '/team',
    '/team/security',
    '/team/history',
    '/team/poster',
    '/mine',
    '/start',
    '/join/some-token',
    '/templates',
    '/templates/setup',
    `/templates/${template}`,
    `/templates/${template}/rotations`,
    `/templates/${template}/rotations/0`,
    `/templates/${template}/rotations/0/add`,
    `/templates/${template}/rotations/0/0/add`,
    '/editor/plan/add',
    '/nowhere',
  ]);
  const said = found.map(([path, size]) => `${size.toFixed(1)} KB  ${path}`);
  console.log(said.join('\n'));
  expect(found.filter(([path, size]) => size > budgetOf(path))).toEqual([]);
});

test('people can be assigned by tap, keyboard and drag, whenever the drag script loads', async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/dragging-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {
    shifts: [shiftOf('Chloe Adams'), shiftOf('Liam Park')],
    rotations: [lunch],
  });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const seat = (name: string) => page.getByRole('button', { name: `remove ${name} from Register 1` });
  const place = (name: string) => page.getByRole('button', { name: `Place ${name} on Register 1` });
  await card('Liam Park').click();
  await place('Liam Park').click();
  await expect(seat('Liam Park')).toBeVisible();
  await card('Chloe Adams').focus();
  await page.keyboard.press('Enter');
  await expect(card('Chloe Adams')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  const came = page.waitForResponse('**/dragging-*.js');
  arrive();
  await (await came).finished();
  await expect(card('Chloe Adams'), 'the focus stays').toBeFocused();
  await drag(page, card('Chloe Adams'), seat('Liam Park'));
  await expect(seat('Chloe Adams')).toBeVisible();
});

test('edits of the same notes show on a page before it can merge them', async ({ page }) => {
  await page.route('**/merge-edits-*.js', (route) => route.abort());
  await register(page.context());
  const { team } = await createTeam(page.context());
  const base = [{ insert: 'Truck at 2 PM\n' }];
  const layout = await createLayout(page.context(), team, { notes: base });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByText('Truck at 2 PM')).toBeVisible();
  for (const text of ['Patio is closed\n', 'Inventory tonight\n']) {
    const next = [{ insert: `Truck at 2 PM\n${text}` }];
    await change(page.context(), team, layout, { type: 'notes.edit', base, next, merge: 'lines' });
  }
  await expect(page.getByText('Inventory tonight')).toBeVisible();
  await expect(page.getByText('Patio is closed')).toBeVisible();
});

/**
 * KB of script that a page requests in its first two seconds, untouched, in a browser with an empty cache and the session
 * and choices of `context`. After that the page is idle and fetches what other pages and the first edit need:
 * web/parts/page/page-idle.ts.
 */
async function scriptOf(
  browser: Browser,
  context: BrowserContext,
  base: string,
  path: string,
): Promise<number> {
  const cold = await browser.newContext({ storageState: await context.storageState() });
  await cold.addInitScript(neverIdle);
  const page = await cold.newPage();
  await page.goto(new URL(path, base).href);
  await expect(page.locator('h1:not([data-loading])').first()).toBeVisible({ timeout: 60_000 });
  const findNames = () => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!visit?.loadEventEnd) return null;
    const settled = visit.loadEventStart + 2_000;
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')) as PerformanceResourceTiming[];
    // what was requested at the last moment has arrived too
    if (performance.now() < settled + 500) return null;
    return scripts.filter(({ startTime }) => startTime < settled).map(({ name }) => name);
  };
  // with each frame, by default, which takes most of a processor
  const names = await page.waitForFunction(findNames, null, { polling: 250 });
  const scripts = (await names.jsonValue()) ?? [];
  await cold.close();
  expect(scripts.length, path).toBeGreaterThan(0);
  const found = await Promise.all(scripts.map((script) => sizeAsGzip(context, script)));
  return found.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** What an idle page fetches is not counted, and takes more time than what is. It first asks whether the server answers. */
function neverIdle() {
  const { fetch } = window;
  window.fetch = (address, options) =>
    address === '/favicon.svg' ? new Promise(() => {}) : fetch(address, options);
}

/** Bytes of a script as tablets on a LAN receive it: without https a browser accepts only gzip. */
function sizeAsGzip(context: BrowserContext, script: string): Promise<number> {
  const size = sizes.get(script) ?? fetchSize(context, script);
  sizes.set(script, size);
  return size;
}

/** Most scripts are in many pages. */
const sizes = new Map<string, Promise<number>>();

async function fetchSize(context: BrowserContext, script: string): Promise<number> {
  const answer = await context.request.get(script, { headers: { 'accept-encoding': 'gzip' } });
  const size = Number(answer.headers()['content-length']);
  expect(size, script).toBeGreaterThan(0);
  return size;
}
