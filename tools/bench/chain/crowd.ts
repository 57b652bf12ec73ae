// Screens of many stores, in one of the processes that share them: as many as the limit on open files allows.
import { setTimeout as wait } from 'node:timers/promises';
import { changesOf } from '../changes.ts';
import { type CrowdPage, openCrowdPage } from '../crowd-page.ts';
import { layoutOfTheBench, roomName } from '../servers.ts';
import type { ChainStore } from './stores.ts';

export interface CrowdJob {
  readonly ports: readonly number[];
  readonly stores: readonly ChainStore[];
  readonly pagesEach: number;
}

export type CrowdOrder =
  | { readonly order: 'change'; readonly perSecond: number; readonly seconds: number }
  | { readonly order: 'reconnect'; readonly within: number }
  | 'end';

/** Milliseconds: from sending a change to its answer, and until all screens of the store have it. */
export interface Changed {
  readonly sent: number;
  readonly refused: number;
  readonly answered: readonly number[];
  readonly shown: readonly number[];
}

/** When each page was back on a new connection, in milliseconds since the order; null for one that was not in time. */
export type Reconnected = readonly (number | null)[];

interface Screens {
  readonly pages: readonly CrowdPage[];
  /** When changes were sent that not all pages have, and how often pages heard of those. */
  readonly sentAt: number[];
  heard: number;
  turn: number;
}

const opening = 100;
/** In milliseconds. */
const longestOpening = 120_000;
const layout = roomName(0);

process.once('message', async (job: CrowdJob) => {
  const stores = await open(job);
  process.on('message', async (order: CrowdOrder) => {
    if (order === 'end') process.exit();
    process.send?.(order.order === 'change' ? await change(stores, order) : await reconnect(stores, order));
  });
  process.send?.('connected');
});

const changed = { sent: 0, refused: 0, answered: [] as number[], shown: [] as number[] };

async function open({ ports, stores, pagesEach }: CrowdJob): Promise<readonly Screens[]> {
  const start = performance.now();
  const all: Screens[] = [];
  let recent: CrowdPage[] = [];
  for (const [index, { team, cookie, from }] of stores.entries()) {
    const sentAt: number[] = [];
    const onChanged = (count: number) => {
      screens.heard += count;
      while (screens.heard >= pagesEach && sentAt.length > 0) {
        screens.heard -= pagesEach;
        changed.shown.push(performance.now() - (sentAt.shift() ?? 0));
      }
    };
    const pages = Array.from({ length: pagesEach }, (_, page) => {
      const port = () => ports[(index + page) % ports.length] ?? 0;
      return openCrowdPage({ port, cookie, from, team, layout, onChanged });
    });
    const screens: Screens = { pages, sentAt, heard: 0, turn: 0 };
    all.push(screens);
    recent.push(...pages);
    if (recent.length < opening && index < stores.length - 1) continue;
    while (!recent.every((page) => page.isBack())) {
      if (performance.now() - start > longestOpening)
        throw new Error(`Only ${index} stores have their screens.`);
      await wait(5);
    }
    recent = [];
  }
  return all;
}

/** One store after the other has a change, from one of its screens. */
async function change(
  stores: readonly Screens[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Changed> {
  Object.assign(changed, { sent: 0, refused: 0, answered: [], shown: [] });
  const changeAt = changesOf('mix', layoutOfTheBench('2026-11-21'));
  const start = performance.now();
  while (changed.sent < perSecond * seconds) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    for (; changed.sent < due; changed.sent++) send(changed.sent);
    await wait(1);
  }
  await wait(1_000);
  return changed;

  function send(number: number): void {
    const screens = stores[number % stores.length];
    if (!screens) return;
    const turn = screens.turn++;
    const sent = performance.now();
    const answer = screens.pages[turn % screens.pages.length]?.change({
      id: `${process.pid}-${number % stores.length}-${turn}`,
      change: changeAt(turn),
    });
    if (!answer) return;
    screens.sentAt.push(sent);
    answer.then((isAccepted) => {
      changed.answered.push(performance.now() - sent);
      if (!isAccepted) changed.refused++;
    });
  }
}

async function reconnect(
  stores: readonly Screens[],
  { within }: { readonly within: number },
): Promise<Reconnected> {
  const pages = stores.flatMap((each) => each.pages);
  const before = pages.map((page) => page.connections());
  const start = performance.now();
  const back: (number | null)[] = pages.map(() => null);
  let left = pages.length;
  while (left > 0 && performance.now() - start < within) {
    for (const [index, page] of pages.entries()) {
      if (back[index] !== null || page.connections() === before[index] || !page.isBack()) continue;
      back[index] = performance.now() - start;
      left--;
    }
    // Looking at all of them costs the load, too.
    await wait(100);
  }
  return back;
}
