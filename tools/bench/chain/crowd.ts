// Screens of many stores, in one of the processes that share them: as many as the limit on open files allows.
import { setTimeout as wait } from 'node:timers/promises';
import { changesOf, layoutOfTheBench, roomName } from '../changes.ts';
import { serveLoad } from '../load-process.ts';
import { type CrowdPage, openCrowdPage } from '../pages.ts';
import type { ChainStore } from './stores.ts';

export interface CrowdJob {
  readonly ports: readonly number[];
  readonly stores: readonly ChainStore[];
  readonly pagesEach: number;
}

export type CrowdOrder =
  | { readonly order: 'change'; readonly perSecond: number; readonly seconds: number }
  | { readonly order: 'reconnect'; readonly within: number };

/** `times`: milliseconds from sending each change to its answer, or until each page was back; null for one that wasn't in time. */
export interface CrowdResult {
  readonly refused: number;
  readonly times: readonly (number | null)[];
}

/** Pages that connect at once. */
const opening = 100;
/** In milliseconds. */
const longestOpening = 120_000;
const layout = roomName(0);

serveLoad(async (job: CrowdJob) => {
  const stores = await open(job);
  return (order: CrowdOrder) => (order.order === 'change' ? change(stores, order) : reconnect(stores, order));
});

async function open({ ports, stores, pagesEach }: CrowdJob): Promise<readonly CrowdPage[][]> {
  const start = performance.now();
  const all: CrowdPage[][] = [];
  for (const [index, store] of stores.entries()) {
    const portOf = (page: number) => ports[(index + page) % ports.length] ?? 0;
    all.push(
      Array.from({ length: pagesEach }, (_, page) =>
        openCrowdPage(() => ({ ...store, port: portOf(page) }), layout),
      ),
    );
    const recent = all.slice(-Math.ceil(opening / pagesEach)).flat();
    while (index % Math.ceil(opening / pagesEach) === 0 && !recent.every((page) => page.isBack())) {
      if (performance.now() - start > longestOpening) throw new Error(`Only ${index} stores have screens.`);
      await wait(5);
    }
  }
  while (!all.flat().every((page) => page.isBack())) await wait(5);
  return all;
}

/** One store after the other has a change, from one of its screens. */
async function change(
  stores: readonly CrowdPage[][],
  effort: { readonly perSecond: number; readonly seconds: number },
): Promise<CrowdResult> {
  const changeAt = changesOf('mix', layoutOfTheBench('2026-11-21'));
  const times: number[] = [];
  let refused = 0;
  await callPaced(effort, (number) => {
    const store = number % stores.length;
    const turn = turns[store] ?? 0;
    turns[store] = turn + 1;
    const pages = stores[store] ?? [];
    const sent = performance.now();
    const answer = pages[turn % pages.length]?.change({
      id: `${process.pid}-${store}-${turn}`,
      change: changeAt(turn),
    });
    void answer?.then((isAccepted) => {
      times.push(performance.now() - sent);
      if (!isAccepted) refused++;
    });
  });
  return { refused, times };
}

/** How many changes each store has had. */
const turns: number[] = [];

async function reconnect(
  stores: readonly CrowdPage[][],
  { within }: { readonly within: number },
): Promise<CrowdResult> {
  const pages = stores.flat();
  const before = pages.map((page) => page.connections());
  const start = performance.now();
  const times: (number | null)[] = pages.map(() => null);
  let left = pages.length;
  while (left > 0 && performance.now() - start < within) {
    for (const [index, page] of pages.entries()) {
      if (times[index] !== null || page.connections() === before[index] || !page.isBack()) continue;
      times[index] = performance.now() - start;
      left--;
    }
    // Looking at all of them costs the load, too.
    await wait(100);
  }
  return { refused: 0, times };
}

/** Calls as often as it should, also after a pause; then leaves a moment for the last answers. */
async function callPaced(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  call: (number: number) => void,
): Promise<void> {
  const start = performance.now();
  for (let made = 0; made < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; made < due; made++) call(made);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}
