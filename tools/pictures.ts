// Takes the pictures of the README from the running product: `npm run pictures`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { positionsOf } from '../domain/plan/rotation.ts';
import { minutesOfDay } from '../domain/time/clock-time.ts';
import { wallClock } from '../domain/time/date.ts';
import { startServer } from '../test/journeys/lineup-server.ts';
import { change, openTeam, read, remember } from '../test/journeys/restaurant.ts';
import { CHROMIUM_FLAGS, findOrInstallChromium } from './chromium.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

const sights: readonly (BrowserContextOptions & { name: string; path: string })[] = [
  { name: 'day-tablet', path: '/', viewport: { width: 1024, height: 768 } },
  { name: 'day-phone', path: '/', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: 'day-tv', path: '/tv', viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' },
  { name: 'rotations-tablet', path: '/editor/rotations', viewport: { width: 1024, height: 768 } },
];

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS });
try {
  await takeAll(browser, server.address);
} finally {
  await browser.close();
  await server.stop();
}

async function takeAll(from: Browser, baseURL: string) {
  const first = await from.newContext({ baseURL });
  const page = await first.newPage();
  const day = await openTeam(page, { sample: true, timeZone: zoneAtNoon() });
  await takeBreaks(page, day);
  await leaveSomeUnplaced(page, day);
  const storageState = await first.storageState();
  for (const { name, path, ...options } of sights) {
    const context = await from.newContext({ baseURL, storageState, reducedMotion: 'reduce', ...options });
    const sight = await context.newPage();
    await remember(sight, day);
    await sight.goto(path);
    if (path !== '/tv') await sight.getByRole('button', { name: /Lunch/ }).click();
    await sight.getByRole('heading', { name: 'Drive-Thru' }).waitFor();
    if (path === '/editor/rotations') await sight.locator('.shift-card').first().click();
    await sight.mouse.move(0, 0);
    await sight.evaluate(() => document.fonts.ready);
    await sight.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
    await context.close();
  }
}

type Day = { team: string; layout: string };

/** One long over, one nearly, two in the middle. */
async function takeBreaks(page: Page, { team, layout }: Day) {
  const minutesAgo = { 'Amara Nwosu': 45, 'Beatriz Lima': 29.2, 'Esther Mwangi': 18.5, 'Cody Larsen': 6.3 };
  const { shifts } = await read(page.context(), team, layout);
  for (const [name, minutes] of Object.entries(minutesAgo)) {
    const shift = shifts.find(({ teamMember }) => teamMember === name);
    if (!shift) throw new Error(`the sample has no ${name}`);
    await change(page.context(), team, layout, {
      type: 'break.press',
      shift: shift.id,
      slot: 0,
      wants: 'start',
      at: Date.now() - minutes * 60_000,
      by: null,
    });
  }
}

async function leaveSomeUnplaced(page: Page, { team, layout }: Day) {
  const { rotations } = await read(page.context(), team, layout);
  const lunch = rotations.find(({ name }) => name === 'Lunch');
  if (!lunch) throw new Error('the sample has no lunch');
  for (const position of positionsOf(lunch).filter((_, index) => index % 5 === 2)) {
    for (const shift of position.seats) {
      const unseat = { type: 'shift.unseat', shift, rotation: lunch.id, position: position.id } as const;
      await change(page.context(), team, layout, unseat);
    }
  }
}

/** Where lunch is on now, so that the board looks as it does at its busiest. */
function zoneAtNoon(): string {
  const fromNoon = (zone: string) => Math.abs(wallClock(Date.now(), zone).minutes - minutesOfDay / 2);
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.reduce((best, zone) => (fromNoon(zone) < fromNoon(best) ? zone : best));
}
