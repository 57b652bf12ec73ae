import { expect, type Page } from '@playwright/test';
import { countRenders } from '../../count-renders.ts';
import { pairKiosk } from '../pair-kiosk.ts';
import {
  beforeAnyTeam,
  insideATemplate,
  moreOfTheTeam,
  ofATemplate,
  ofTheDay,
  ofTheTeam,
  onPaper,
  openDouble,
  type Place,
  visit,
} from '../places.ts';
import { register, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

/** The clock of a page ticks twice a second. */
const mostInASecond = 10;

test('[PA54] pages without a team draw nothing by themselves', async ({ page, clock: _ }) => {
  await page.addInitScript(countRenders);
  await expectIdle(page, [...beforeAnyTeam, ['/tv', 'Show the day on this screen']]);
  await expectIdle(page, [['/kiosk', 'Use this tablet for the team']]);
  await register(page.context());
  await expectIdle(page, [
    ['/start', 'Create or Join a Team'],
    ['/account', 'Account'],
    ['/join/garbage', 'Join a team'],
  ]);
});

test('[PA54] pages of a day and of the crew change only with the clock', async ({ page, clock: _ }) => {
  await page.addInitScript(countRenders);
  const { person } = await openDouble(page);
  await expectIdle(page, [...ofTheDay, ...moreOfTheTeam, ...onPaper(person)]);
});

test('[PA54] pages of a team and of a template change only with the clock', async ({ page, clock: _ }) => {
  await page.addInitScript(countRenders);
  const { template } = await openDouble(page);
  await expectIdle(page, [...ofTheTeam, ...ofATemplate(template), ...insideATemplate(template)]);
});

test('[PA54] a television and a shared tablet change only with the clock', async ({
  page,
  browser,
  server,
  clock: _,
}) => {
  const { context } = await pairKiosk(page, browser, server);
  const kiosk = await context.newPage();
  await kiosk.addInitScript(countRenders);
  await expectIdle(kiosk, [['/', '11/21/2026']]);
  await openDouble(page);
  await page.addInitScript(countRenders);
  await page.goto('/tv');
  await expect(page.locator('.tv-line').first()).toBeVisible();
  await expectStill(page, '/tv');
});

const expectIdle = (page: Page, places: readonly Place[]) =>
  visit(page, places, (path) => expectStill(page, path));

/** Counts in a second of the page's clock, which stands still before: how busy the machine is doesn't matter. */
async function expectStill(page: Page, path: string) {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
  await page.evaluate(watchChanges);
  await page.clock.runFor(1_000);
  const { renders, changes } = await page.evaluate(countedChanges);
  await page.clock.resume();
  expect.soft(renders, `${path}: draws in a second`).toBeLessThanOrEqual(mostInASecond);
  expect.soft(changes, `${path}: changes of the document in a second`).toBeLessThanOrEqual(mostInASecond);
}

declare global {
  var watched: { observer: MutationObserver; changes: number; rendersBefore: number };
  var countedRenders: { renders: number };
}

/** Runs in the page. */
function watchChanges(): void {
  const watched = {
    changes: 0,
    rendersBefore: countedRenders.renders,
    observer: new MutationObserver(() => {
      watched.changes += 1;
    }),
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watched.observer.observe(document, all);
  globalThis.watched = watched;
}

/** After so many turns, in each of which a page that draws without end draws once. Runs in the page. */
async function countedChanges() {
  for (let turn = 0; turn < 100; turn++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
  const { observer, changes, rendersBefore } = watched;
  observer.disconnect();
  return { changes, renders: countedRenders.renders - rendersBefore };
}
