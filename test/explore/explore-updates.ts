// `explore -- updates 200`: so many new versions of the app reach two pages of one browser while changes wait to be sent.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../../tools/chromium.ts';
import { Clock, startClock, withClock } from '../journeys/clock.ts';
import { type LineupServer, startServer } from '../journeys/lineup-server.ts';
import { createLayout, createTeam, lunch, register, shiftOf } from '../journeys/restaurant.ts';
import { buildOf, startUpdatingServer, type UpdatingServer } from '../servers/updating-server.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Milliseconds of real time. Nothing that a page does takes as long, even on a busy machine. */
const patience = 40_000;

interface Run {
  readonly server: LineupServer;
  readonly proxy: UpdatingServer;
  readonly context: BrowserContext;
  readonly clock: Clock;
  /** The ids of all changes that were stored on the device. */
  readonly made: string[];
  /** How many updates waited for the server, since a page had not received a change that was accepted. */
  held: number;
}

/** Returns 1 where a change was lost or doubled, or a page changed while changes waited. */
export async function exploreUpdates([count = '200']: string[]): Promise<number> {
  if (!existsSync(`${ROOT}dist/web/index.html`)) throw new Error('Build the web app first: npm start.');
  startClock();
  const server = await startServer();
  const proxy = await startUpdatingServer(server.address);
  const browser = withClock(
    await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS }),
  );
  const clock = await Clock.of(browser);
  const started = performance.now();
  try {
    const context = await browser.newContext({ baseURL: server.address });
    const run: Run = { server, proxy, context, clock, made: [], held: 0 };
    await register(context);
    const day = await createDay(context);
    const pages = [await openPage(run, day), await openPage(run, day)] as const;
    for (let update = 1; update <= Number(count); update++) {
      await bringUpdate(run, pages, update);
      if (update % 10 === 0) console.log(`${update} updates, ${run.made.length} changes, none lost`);
    }
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(
      `${count} updates of two pages, ${run.made.length} changes waited, ${seconds} s: none lost, none twice. ` +
        `${run.held} updates waited until the server was back.`,
    );
    return 0;
  } catch (error) {
    console.error(error);
    for (const page of browser.contexts().flatMap((each) => each.pages()))
      console.error(await stateOfPage(page));
    return 1;
  } finally {
    await browser.close();
    await proxy.stop();
    await server.stop();
  }
}

async function bringUpdate(run: Run, pages: readonly [Page, Page], update: number): Promise<void> {
  const { proxy, clock } = run;
  const [busy, quiet] = update % 2 ? pages : ([pages[1], pages[0]] as const);
  proxy.block(true);
  const before = run.made.length;
  const tapped = new Map<number, string>();
  for (let tap = 0; tap < 1 + (update % 3); tap++) {
    const nth = (update + tap * 3) % people;
    tapped.set(nth, await tapBreak(run, busy, nth));
  }
  // Not before: until a change waits, the pages may change to it at once.
  const build = proxy.publish();
  await quiet.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await quiet.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting);
  for (let look = 0; look < 3; look++) {
    await clock.advance({ seconds: 61 });
    for (const page of pages) {
      if ((await buildOf(page)) === build) throw new Error(`update ${update}: a page changed too early`);
    }
  }
  proxy.block(false);
  // While the page reloads it can't be asked.
  const countWaiting = () =>
    waitingIds(busy).then(
      (ids) => ids.length,
      () => null,
    );
  await until('the changes are sent', clock, async () => (await countWaiting()) === 0);
  const stored = storedIds(run.server);
  for (const id of run.made.slice(before)) {
    if (stored.filter((each) => each === id).length !== 1)
      throw new Error(`update ${update}: the server does not have change ${id} once`);
  }
  // Every other time the server goes away between its last answer and the moment when the new version takes over.
  const isCut = update % 4 < 2;
  proxy.block(isCut);
  const haveChanged = async () => {
    const builds = await Promise.all(pages.map((page) => buildOf(page).catch(() => -1)));
    return builds.every((each) => each === build);
  };
  const started = clock.now();
  const isHeld = async () => isCut && clock.now() - started > 60_000 && (await holdsUpdate(pages));
  await until('both pages have changed', clock, async () => (await haveChanged()) || (await isHeld()));
  if (!(await haveChanged())) {
    run.held += 1;
    proxy.block(false);
    await until('both pages have changed, with the server back', clock, haveChanged);
  }
  for (const page of pages) await showsBreaks(page, tapped, `update ${update}, ${isCut ? 'cut' : 'online'}`);
}

const people = 8;
type Day = { team: string; layout: string };

/** A day on which people work and take breaks for as long as it takes. */
async function createDay(context: BrowserContext): Promise<Day> {
  const { team } = await createTeam(context);
  const times = { startTime: '9:00 AM', endTime: '3:00 AM' };
  const names = Array.from({ length: people }, (_, index) => `Person ${index}`);
  const layout = await createLayout(context, team, {
    shifts: names.map((name) => shiftOf(name, times)),
    rotations: [{ ...lunch, endTime: '3:00 AM' }],
  });
  return { team, layout };
}

async function openPage({ context, proxy, clock }: Run, { team, layout }: Day): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${proxy.address}/favicon.svg`);
  await page.evaluate(
    ([chosenTeam = '', chosenLayout = '']) => {
      localStorage.setItem('selectedTeam', chosenTeam);
      localStorage.setItem('selectedLayout', chosenLayout);
    },
    [team, layout],
  );
  await page.goto(proxy.address);
  await breakOf(page, 0).waitFor();
  await until('the app is stored', clock, () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
  return page;
}

const breakOf = (page: Page, person: number) =>
  page.getByRole('button', { name: new RegExp(`^Person ${person}, break 1`) });

const stateOf = async (page: Page, person: number): Promise<string> => {
  const label = (await breakOf(page, person).getAttribute('aria-label')) ?? '';
  return /not taken/.test(label) ? 'not taken' : /running|over/.test(label) ? 'out' : 'taken';
};

/** Presses someone's break. Returns its state afterwards. */
async function tapBreak({ made, clock }: Run, page: Page, person: number): Promise<string> {
  const button = breakOf(page, person);
  await button.waitFor();
  const before = await stateOf(page, person);
  for (let tries = 0; tries < 5; tries++) {
    // A press just after rows moved doesn't count.
    await clock.advance({ seconds: 3 });
    await button.click();
    const state = await stateOf(page, person);
    if (state === before) continue;
    const isNew = (id: string) => !made.includes(id);
    await until('the change is stored', null, async () => (await waitingIds(page)).some(isNew));
    made.push(...(await waitingIds(page)).filter(isNew));
    return state;
  }
  throw new Error(`A press on the break of person ${person} changed nothing.`);
}

async function showsBreaks(page: Page, tapped: ReadonlyMap<number, string>, when: string): Promise<void> {
  for (const [person, state] of tapped) {
    await breakOf(page, person)
      .waitFor()
      .catch(async () => {
        throw new Error(`${when}: ${await page.locator('body').textContent()}`);
      });
    const shown = await stateOf(page, person);
    if (shown !== state) throw new Error(`${when}: the break of person ${person} is ${shown}, not ${state}`);
  }
}

/** Whether one of the pages says that it has something unsaved. */
async function holdsUpdate([page]: readonly [Page, Page]): Promise<boolean> {
  const locks = page.evaluate(async () => (await navigator.locks.query()).held ?? []);
  return (await locks.catch(() => [])).some(
    ({ name, mode }) => name === 'lineup unsaved' && mode === 'shared',
  );
}

/** What a page that failed was doing. */
async function stateOfPage(page: Page): Promise<string> {
  const seen = page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const names = (locks: LockInfo[]) => locks.map(({ mode, name }) => `${mode} ${name}`).join(', ');
    const registration = await navigator.serviceWorker.getRegistration();
    const workers = `${registration?.active?.state}, ${registration?.waiting?.state ?? 'none'} waiting`;
    return `locks: ${names(held)}; pending: ${names(pending)}; workers: ${workers}\n${document.body.textContent?.slice(0, 300)}`;
  });
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'does not answer'));
  return `build ${await buildOf(page).catch(String)}, ${await Promise.race([seen.catch(String), late])}`;
}

/** Moves the clocks a little until something is so. */
async function until(what: string, clock: Clock | null, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not in time: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await clock?.advance({ seconds: 3 });
  }
}

/** What waits on the device, read past the app. */
function waitingIds(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('lineup');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result.transaction('waiting').objectStore('waiting').getAll();
          rows.onsuccess = () => {
            opening.result.close();
            resolve(rows.result.map(({ id }: { id: string }) => id));
          };
        };
      }),
  );
}

function storedIds({ database }: LineupServer): string[] {
  const file = new DatabaseSync(database, { readOnly: true });
  const rows = file.prepare('select id from changes').all();
  file.close();
  return rows.map(({ id }) => String(id));
}
