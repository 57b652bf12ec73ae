import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { moveTime, startClock } from '../../test/journeys/clock.ts';
import { type LineupServer, startServer } from '../../test/journeys/lineup-server.ts';
import { openTeam, remember } from '../../test/journeys/restaurant.ts';
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../chromium.ts';
import { median, printTable } from './samples.ts';
import { boardTaps, paintAfterTap, slowDown, throttle } from './taps/paint-after-tap.ts';

const scriptMark = 150;
const paintMark = 100;
const coldStartMark = 1_000;
/** Milliseconds after which a tap counts on what has appeared, and a second one at the same spot, and some more. */
const secondTap = 1_100;
/** The list of breaks is sorted this long after the last press, which would take the button from under the finger. */
const untilSorted = 4_500;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Prints what the day view costs to load, and how soon a tap shows, with the network and without. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  console.log('Screens ...');
  // at any other hour, who is tapped may have gone home
  startClock();
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS });
  const rounds = isQuick ? 2 : 5;
  try {
    const context = await browser.newContext({ baseURL: server.address, ...phone });
    await moveTime(context);
    const page = await context.newPage();
    const day = await openTeam(page);
    const storageState = await context.storageState();

    const fresh = await browser.newContext({ baseURL: server.address, ...phone, storageState });
    await moveTime(fresh);
    const script = await scriptOfFirstLoad(await fresh.newPage(), day);
    await fresh.close();
    const rows = [rowOf('first load of the day view, KB of script (gzip)', [script], scriptMark)];

    const starts = await coldStarts(context, day, { rounds: rounds * 3, server });
    rows.push(rowOf('ms until the board shows, opened without the server', starts, coldStartMark));

    for (const network of ['on', 'cut'] as const) {
      const taps = await tapsOf(context, day, { isCut: network === 'cut', rounds });
      rows.push(
        rowOf(`ms from tap to paint, a break, network ${network}`, taps.breaks, paintMark),
        rowOf(`ms from tap to paint, selecting a person, network ${network}`, taps.selecting, paintMark),
        rowOf(`ms from tap to paint, placing a person, network ${network}`, taps.placing, paintMark),
      );
    }
    for (const [what, taken] of await boardTaps(context, rounds)) {
      rows.push(rowOf(`ms from tap to paint, 120 people and 24 rotations, ${what}`, taken, paintMark));
    }
    printTable(['', 'median', 'worst', 'mark'], rows);
  } finally {
    await browser.close();
    await server.stop();
  }
}

type Day = { team: string; layout: string };

const board = (page: Page) => page.locator('.positions .positions__person').first();

/** In KB, as tablets on a LAN receive it: without https a browser accepts only gzip. */
async function scriptOfFirstLoad(page: Page, day: Day): Promise<number> {
  await remember(page, day);
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto('/');
  await board(page).waitFor();
  let bytes = 0;
  for (const script of scripts) {
    const { headers } = await fetch(script, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(headers.get('content-length'));
  }
  return bytes / 1_000;
}

/** Milliseconds from opening the day view, with the server stopped, until a frame with the board was drawn. */
async function coldStarts(
  context: BrowserContext,
  day: Day,
  { rounds, server }: { rounds: number; server: LineupServer },
): Promise<number[]> {
  const page = await context.newPage();
  await remember(page, day);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await board(page).waitFor();
  await server.kill();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.positions .positions__person')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () =>
          document.documentElement.setAttribute('data-shown', String(performance.now()));
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto('/');
    await page.locator('html[data-shown]').waitFor({ state: 'attached' });
    times.push(Number(await page.locator('html').getAttribute('data-shown')));
  }
  await page.close();
  await server.start();
  return times;
}

async function tapsOf(
  context: BrowserContext,
  day: Day,
  { isCut, rounds }: { isCut: boolean; rounds: number },
) {
  const page = await context.newPage();
  await remember(page, day);
  const breaks: number[] = [];
  const selecting: number[] = [];
  const placing: number[] = [];
  try {
    await page.goto('/');
    const breakfast = page.getByRole('button', { name: /^(now: )?Breakfast/ });
    await breakfast.waitFor();
    await page.waitForTimeout(secondTap);
    await breakfast.tap();
    await board(page).waitFor();
    await slowDown(page, { isCut });
    const person = (await page.locator('.break-rail__row button').first().getAttribute('aria-label')) ?? '';
    const slot = person.replace(/:.*/, '');
    for (let round = 0; round < rounds; round++) {
      for (const [from, to] of [
        ['not taken', 'running'],
        ['running', 'done'],
        ['done', 'not taken'],
      ]) {
        const button = page.getByRole('button', { name: `${slot}: ${from}` });
        await page.waitForTimeout(untilSorted);
        breaks.push(await paintAfterTap(button, `[aria-label^="${slot}: ${to}"]`));
      }
    }

    await context.setOffline(false);
    await page.goto('/editor/rotations');
    const card = page.getByRole('button', { name: /^Hiro Tanaka/ });
    await card.waitFor();
    await slowDown(page, { isCut });
    for (let round = 0; round < rounds * 3; round++) {
      await page.waitForTimeout(secondTap);
      selecting.push(await paintAfterTap(card, '.target__place:not([hidden])'));
      const place = page.getByRole('button', { name: /^Place Hiro Tanaka on Float/ });
      await page.waitForTimeout(secondTap);
      placing.push(await paintAfterTap(place, '.chip[title^="Hiro Tanaka"]'));
      await page.waitForTimeout(secondTap);
      // takes the message away too, which would lie over the next position for a while
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
      await card.waitFor();
    }
    return { breaks, selecting, placing };
  } finally {
    await context.setOffline(false);
    await page.close({ runBeforeUnload: false });
  }
}

const rowOf = (figure: string, values: readonly number[], mark: number): string[] => [
  figure,
  ...[median(values), Math.max(...values)].map((value) => value.toFixed(1)),
  String(mark),
];
