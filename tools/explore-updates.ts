// `explore -- updates 200`: so many new versions of the app reach two pages of one browser while changes wait to be sent.
import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startServer } from '../test/journeys/lineup-server.ts';
import { createTeam, register } from '../test/journeys/restaurant.ts';
import { buildOf, startUpdatingServer } from '../test/servers/updating-server.ts';
import { CHROMIUM_FLAGS, findOrInstallChromium } from './chromium.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const rest = 61_000;

/** Returns 1 where a change was lost or doubled, or a page changed while changes waited. */
export async function exploreUpdates([count = '200']: string[]): Promise<number> {
  if (!existsSync(`${ROOT}dist/web/index.html`)) throw new Error('Build the web app first: npm start.');
  const server = await startServer();
  const proxy = await startUpdatingServer(server.address);
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS });
  const started = Date.now();
  try {
    const context = await browser.newContext({ baseURL: server.address });
    await context.clock.install();
    await register(context);
    const day = await createTeam(context, { sample: true });
    const pages = [await openPage(context, proxy.address, day), await openPage(context, proxy.address, day)];
    const before = await versionOf(context, day);
    let taps = 0;
    for (let update = 1; update <= Number(count); update++) {
      const [busy, quiet] = update % 2 ? pages : pages.toReversed();
      if (!busy || !quiet) throw new Error('two pages are open');
      await proxy.block(true);
      for (let tap = 0; tap < 1 + (update % 3); tap++) {
        await tapBreak(busy, update + tap * 7);
        taps += 1;
      }
      // Not before: until a change waits, the pages may change to it at once.
      const build = proxy.publish();
      await quiet.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await quiet.waitForFunction(
        async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null,
      );
      await context.clock.fastForward(rest);
      for (const page of pages) {
        if ((await buildOf(page)) === build)
          return fail(`update ${update}: a page changed while changes waited`);
      }
      await proxy.block(false);
      await busy.waitForFunction(
        () => !/waiting|Sending/.test(document.querySelector('header')?.textContent ?? ''),
      );
      await untilUpdated(context, pages, build);
      const stored = (await versionOf(context, day)) - before;
      if (stored !== taps) return fail(`update ${update}: ${taps} changes were made, ${stored} are stored`);
      if (update % 10 === 0) console.log(`${update} updates, ${taps} changes, none lost`);
    }
    const seconds = Math.round((Date.now() - started) / 1_000);
    console.log(
      `${count} updates of two pages with ${taps} changes waiting, in ${seconds} s: none lost, none twice.`,
    );
    return 0;
  } finally {
    await browser.close();
    await proxy.stop();
    await server.stop();
  }
}

function fail(sentence: string): number {
  console.error(sentence);
  return 1;
}

type Day = { team: string; layout: string };

async function openPage(context: BrowserContext, address: string, { team, layout }: Day): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.evaluate(
    ([chosenTeam = '', chosenLayout = '']) => {
      localStorage.setItem('selectedTeam', chosenTeam);
      localStorage.setItem('selectedLayout', chosenLayout);
    },
    [team, layout],
  );
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** Presses the break of one person after another. */
async function tapBreak(page: Page, nth: number): Promise<void> {
  const breaks = page.locator('.break-rail__row button');
  await breaks.first().waitFor();
  const button = breaks.nth(nth % (await breaks.count()));
  const before = await button.getAttribute('aria-label');
  // A press just after the page moved by itself doesn't count, and neither does a second one within a moment.
  for (let tries = 0; tries < 5; tries++) {
    await page.context().clock.fastForward(3_000);
    await page.locator(`button[aria-label="${before}"]`).click();
    const isGone = (label: string | null) =>
      ![...document.querySelectorAll('button')].some((each) => each.ariaLabel === label);
    if (await page.waitForFunction(isGone, before, { timeout: 5_000 }).catch(() => null)) return;
  }
  throw new Error(`A press on "${before}" changed nothing.`);
}

async function untilUpdated(context: BrowserContext, pages: readonly Page[], build: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const builds = await Promise.all(pages.map((page) => buildOf(page).catch(() => -1)));
    if (builds.every((each) => each === build)) return;
    await context.clock.fastForward(rest);
    await pages[0]?.waitForLoadState();
  }
  throw new Error(`The pages did not change to build ${build}.`);
}

async function versionOf(context: BrowserContext, { team, layout }: Day): Promise<number> {
  const answer = await context.request.get(`/api/teams/${team}/documents/${layout}`);
  return (await answer.json()).version;
}
