import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { languages } from '../../../words/words.ts';
import { drag } from '../drag.ts';
import {
  change,
  createLayout,
  createTeam,
  lunch,
  openTeam,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

/**
 * What a page may need before it shows, in KB of script compressed with gzip: the day view with its words in any language, and
 * every other page without.
 */
const forTheDay = 165;
const forAnyPage = 176;
/** What plans seats or breaks, in a worker that the first plan begins. */
const forPlanning = 12;

test('the first load of every page stays within its script budget', () => {
  const main = mainScript();
  const pages = [...loadedLater(main)]
    .filter((script) => screens.has(script.slice(0, -'-12345678.js'.length)))
    .map((page) => ({ page, size: sizeOf(loadedAtOnce([main, page])) }));
  expect(pages.length).toBeGreaterThan(20);
  const said = pages.sort((one, other) => one.size - other.size);
  console.log(said.map(({ page, size }) => `${size.toFixed(1)} KB  ${page}`).join('\n'));
  expect(said.filter(({ size }) => size > forAnyPage)).toEqual([]);
  for (const language of languages) {
    const size = sizeOf(new Set([...loadedAtOnce([main, dayScript()]), ...dayWords(language)]));
    console.log(`${size.toFixed(1)} KB  day view, ${language}`);
    expect(size, language).toBeLessThanOrEqual(forTheDay);
  }
});

test('[PT5] what plans the day are two classic scripts within their budget, which work without a network', () => {
  const workers = [...named(offline(), /((?:seats|breaks)-worker-.{8}\.js)/g)];
  expect(workers).toHaveLength(2);
  for (const worker of workers) {
    const size = sizeOf(new Set([worker]));
    console.log(`${size.toFixed(1)} KB  ${worker}`);
    expect(size, worker).toBeLessThanOrEqual(forPlanning);
    expect(code(worker), worker).not.toMatch(/(^|[;}])\s*(import|export)[\s{*"']/);
  }
});

test('a browser loads for the day view what the build says', async ({ page, browser }) => {
  await page.goto('/favicon.svg');
  await register(page.context());
  await openTeam(page);
  const cold = await browser.newContext({ storageState: await page.context().storageState() });
  await cold.addInitScript(neverIdle);
  const day = await cold.newPage();
  await day.goto(new URL('/', page.url()).href);
  await expect(day.locator('h1:not([data-loading])').first()).toBeVisible();
  const loaded = await day.waitForFunction(scriptsOfSettledPage, null, { polling: 250 });
  // which says of an old browser that it is too old, in half a kilobyte
  const all = [...loadedAtOnce([mainScript(), dayScript()]), ...dayWords('en'), 'old-browser.js'];
  expect((await loaded.jsonValue())?.sort()).toEqual(all.sort());
  await cold.close();
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
 * The scripts that a page requests in its first two seconds, untouched. After that it is idle and fetches what other pages
 * and the first edit need: web/parts/page/lazy-screen.tsx.
 */
function scriptsOfSettledPage(): string[] | null {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // what was requested at the last moment has arrived, too
  if (!visit?.loadEventEnd || performance.now() < visit.loadEventStart + 2_500) return null;
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return names.filter((name) => name.endsWith('.js')).map((name) => name.slice(name.lastIndexOf('/') + 1));
}

/** What an idle page fetches is not counted. It first asks whether the server answers. */
function neverIdle() {
  const { fetch } = window;
  window.fetch = (address, options) =>
    address === '/favicon.svg' ? new Promise(() => {}) : fetch(address, options);
}

const web = (path: string): string => fileURLToPath(new URL(`../../../dist/web/${path}`, import.meta.url));
const code = (script: string): string => readFileSync(web(`assets/${script}`), 'utf8');
const named = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

/** With the names of all that the page may need without a network. */
const offline = (): string => readFileSync(web('service-worker.js'), 'utf8');

/** The script of the page itself, which every page loads. */
function mainScript(): string {
  const [main = ''] = named(readFileSync(web('index.html'), 'utf8'), /<script[^>]* src="\/assets\/([^"]+)"/g);
  return main;
}

const dayScript = (): string =>
  [...loadedLater(mainScript())].find((script) => /^day-.{8}\.js$/.test(script)) ?? '';

/** Of the files of words that the day view uses. */
const dayWords = (language: string): readonly string[] =>
  [...named(offline(), /\/assets\/(words-[^"]+)"/g)].filter((script) =>
    ['page', 'day'].some((file) => script.startsWith(`words-${language}-${file}-`)),
  );

/** As web/app/routes.tsx names them. */
const screens = named(
  readFileSync(new URL('../../../web/app/routes.tsx', import.meta.url), 'utf8'),
  /lazyScreen\(\s*\(\) => import\('[^']+\/([^'/]+)\.tsx'\)/g,
);

/** What a script loads when it is needed. */
const loadedLater = (script: string) => named(code(script), /\bimport\([`"']\.\/([^`"']+)[`"']\)/g);

/** With what they import, and what that imports. */
function loadedAtOnce(scripts: readonly string[]): ReadonlySet<string> {
  const all = new Set(scripts);
  // a set also visits what is added while it is walked
  for (const script of all) {
    for (const imported of named(code(script), /(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g))
      all.add(imported);
  }
  return all;
}

/** In KB, as tablets on a LAN receive them: without https a browser accepts only gzip. */
function sizeOf(scripts: ReadonlySet<string>): number {
  const files = [...scripts].map((script) => web(`assets/${script}`));
  const sizes = files.map((file) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}
