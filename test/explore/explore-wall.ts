// `explore -- wall [days]`: days of a wall, looked at every quarter of an hour, with a server that is killed every hour.
import { spawnSync } from 'node:child_process';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { createDeviceLink } from '../../contract/devices.ts';
import { isClosed } from '../../domain/day/closed.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { isThere } from '../../domain/day/who-is-there.ts';
import { positionsOf, rotationAt } from '../../domain/plan/rotation.ts';
import { addDays, businessDay, type IsoDate, minutesInto } from '../../domain/time/date.ts';
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../../tools/chromium.ts';
import { Clock, startClock, withClock } from '../journeys/clock.ts';
import { type LineupServer, startServer } from '../journeys/lineup-server.ts';
import { Session } from '../page/session.ts';
import { change, createLayout, createTeam, post, read, register } from '../team-requests.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const zone = 'America/Chicago';
const first = '2026-11-21';
/** In seconds of the page: as long as a crew waits before somebody walks up to the screen. */
const mostSeconds = 10;
const mostGrowth = 1.2;
/** How long the server has to answer within a second of the page, in milliseconds: the machine may be busy. */
const turn = 200;

/** Returns 1 where the wall showed a wrong rotation, came back late, or grew. */
export async function exploreWall([days = '30']: string[]): Promise<number> {
  const built = spawnSync(process.execPath, ['tools/build-web.ts'], { cwd: ROOT, stdio: 'inherit' });
  if (built.status !== 0) return 1;
  // the server comes back while a rotation goes on, also after 30 days that each are some seconds too long
  startClock(`${first}T05:05:00-06:00`);
  const server = await startServer();
  const launched = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: [...CHROMIUM_FLAGS, '--enable-precise-memory-info'],
  });
  const browser = withClock(launched);
  const clock = await Clock.of(browser);
  try {
    const day = await makeDays(server, Number(days));
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, timezoneId: zone });
    const page = await context.newPage();
    await page.goto(`${server.address}/tv#${day.secret}`);
    await page.locator('.tv-line').first().waitFor();
    const wall = await watch(page, { clock, server, ...day });
    for (let each = 0; each < Number(days); each++) await wall.day(each);
    return wall.verdict();
  } finally {
    await launched.close();
    await server.stop();
  }
}

type Days = Awaited<ReturnType<typeof makeDays>>;

/** A team with a layout for each day, and a link of a wall. */
async function makeDays(server: LineupServer, count: number) {
  const manager = new Session(server.address);
  await register(manager);
  const { team, layout } = await createTeam(manager, { sample: true, timeZone: zone });
  const sample = await read(manager, team, layout);
  const layouts = new Map<IsoDate, { id: string; body: Layout }>([
    [sample.date, { id: layout, body: sample }],
  ]);
  for (let each = 0; each <= count; each++) {
    const date = addDays(first, each);
    if (layouts.has(date)) continue;
    const body = { ...sample, date };
    layouts.set(date, { id: await createLayout(manager, team, body), body });
  }
  const path = createDeviceLink.path.replace(':team', team);
  const { secret } = await post(manager, path, { name: 'Wall', area: null });
  return { manager, team, layouts, secret };
}

type Watched = Days & { clock: Clock; server: LineupServer };

async function watch(page: Page, { clock, server, manager, team, layouts }: Watched) {
  const session = await page.context().newCDPSession(page);
  const faults: string[] = [];
  const heaps: number[] = [];
  let slowest = 0;
  const loads: string[] = [];
  const said: string[] = [];
  let moves = 0;
  page.on('domcontentloaded', () => loads.push(`${when()}: ${said.splice(0).slice(-3).join(' | ')}`));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => fault(error.message));
  const when = () => new Date(clock.now()).toLocaleString('en-US', { timeZone: zone });
  function fault(what: string): void {
    faults.push(`${when()} ${what}`);
    console.error(faults.at(-1));
  }

  /** What the wall has to show, by the rules of the domain. Without a server it knows of no other day. */
  function wanted(date = businessDay(clock.now(), zone, '4:00 AM')) {
    const body = layouts.get(date)?.body;
    const minute = minutesInto(date, clock.now(), zone);
    const rotation = body && rotationAt(body.rotations, minute, body.dayStart);
    return { date, rotation, isDark: body !== undefined && isClosed(body, minute) };
  }

  function nameWanted(day?: IsoDate) {
    const { date, rotation, isDark } = wanted(day);
    return { date, title: rotation?.name, isDark };
  }

  const shown = () =>
    page.evaluate(() => ({
      title: document.querySelector('.tv h1')?.textContent,
      about: document.querySelector('.tv__about')?.textContent,
      isDark: document.querySelector('.tv-closed') !== null,
      clock: document.querySelector('.header__clock')?.textContent,
      connection: document.querySelector('.header__notice')?.textContent,
    }));

  async function isRight(known?: IsoDate): Promise<boolean> {
    const { date, rotation, isDark } = wanted(known);
    const { title, about, isDark: dark } = await shown();
    const [year, month, day] = date.split('-').map(Number);
    return title === rotation?.name && about?.includes(`${month}/${day}/${year}`) === true && dark === isDark;
  }

  /** Seconds of the page until it is so, at most some more than it may take. */
  async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
    for (let seconds = 0; seconds <= 2 * mostSeconds; seconds++) {
      // the network and a server that starts take their own time, in which that of the page almost stands
      for (const end = Date.now() + turn; Date.now() < end; ) {
        // false in the middle of a page that is loaded again
        if (await isSo().catch(() => false)) return seconds;
        // read, since the browser keeps what isn't
        await page.evaluate(() => fetch('/healthz').then((answer) => answer.text(), String)).catch(String);
      }
      await clock.advance({ seconds: 1 });
    }
    return Number.POSITIVE_INFINITY;
  }

  async function check(day?: IsoDate): Promise<void> {
    const seconds = await secondsUntil(() => isRight(day));
    if (seconds > mostSeconds)
      fault(`shows ${JSON.stringify(await shown())}, not ${JSON.stringify(nameWanted(day))}`);
  }

  /** Somebody moves a person; true once the wall shows it. */
  async function move(): Promise<() => Promise<boolean>> {
    const { date, rotation } = wanted();
    const day = layouts.get(date);
    const minute = minutesInto(date, clock.now(), zone);
    const person = day?.body.shifts.find((shift) => isThere(shift, minute, day.body.dayStart))?.id;
    const to = rotation && positionsOf(rotation)[moves++ % positionsOf(rotation).length];
    // at night the wall says that it is there
    if (!day || !rotation || !person || !to) {
      return () => page.evaluate(() => document.querySelector('.header__notice .badge') === null);
    }
    await change(manager, team, day.id, {
      ...{ type: 'shift.seat', rotation: rotation.id, position: to.id, shift: person, before: null },
    });
    const { shifts, rotations } = await read(manager, team, day.id);
    day.body = { ...day.body, shifts, rotations };
    const name = shifts.find(({ id }) => id === person)?.teamMember.split(' ')[0] ?? '';
    return () =>
      page.evaluate(
        ([position, who]) =>
          [...document.querySelectorAll('.tv-board .tv-line')].some(
            ({ textContent }) => textContent?.startsWith(position ?? '') && textContent.includes(who ?? ''),
          ),
        [to.name, name],
      );
  }

  async function hour(): Promise<void> {
    for (let step = 0; step < 3; step++) {
      await clock.advance({ minutes: 15 });
      await check();
    }
    await server.kill();
    const { date } = wanted();
    await clock.advance({ minutes: 14 });
    await check(date);
    await server.start();
    const isShown = await move();
    const seconds = await secondsUntil(isShown);
    slowest = Math.max(slowest, seconds);
    await clock.advance({ seconds: Math.max(0, 60 - seconds) });
    if (seconds > mostSeconds) fault(`was not back after ${mostSeconds} s`);
  }

  return {
    async day(each: number): Promise<void> {
      const began = Date.now();
      for (let hours = 0; hours < 24; hours++) await hour();
      heaps.push(await heapOf(session));
      const mb = ((heaps[each] ?? 0) / 2 ** 20).toFixed(1);
      const took = Math.round((Date.now() - began) / 1000);
      console.log(`day ${each + 1}: ${mb} MB, slowest ${slowest} s, ${faults.length} faults (${took} s)`);
    },
    verdict(): number {
      const growth = Math.max(...heaps) / (heaps[0] ?? 1);
      if (growth > mostGrowth) fault(`the heap grew to ${growth.toFixed(2)} times the first day's`);
      for (const load of loads) console.log(`the page was loaded again, ${load}`);
      console.log(
        `${heaps.length} days: heap ${growth.toFixed(2)} times the first day's, back within ${slowest} s, ${faults.length} faults.`,
      );
      return faults.length === 0 ? 0 : 1;
    },
  };
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize;
}
