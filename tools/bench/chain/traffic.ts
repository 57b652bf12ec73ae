import { goodAfter } from '../../../client/connection/connection.ts';
import { at } from '../changes.ts';
import { type LoadProcess, startLoad } from '../load-process.ts';
import type { Place } from '../places.ts';
import { memoryOf, mostOpenFiles, quantile } from '../samples.ts';
import { type ServerProcess, startServer } from '../servers.ts';
import type { CrowdJob, CrowdOrder, CrowdResult } from './crowd.ts';
import { type ChainStore, stock } from './stores.ts';

export interface Effort {
  readonly stores: number;
  readonly pagesEach: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly storms: number;
}

export type Traffic = Awaited<ReturnType<typeof measureTraffic>>;
export type Storm = Awaited<ReturnType<typeof restart>>;

type Crowd = LoadProcess<CrowdOrder, CrowdResult>;

/** Files that a server has open besides connections. */
const otherFiles = 300;

/** As many pages as one process can have. */
export const mostPages = (): number => mostOpenFiles() - otherFiles;

/** Fills an installation with stores, opens their screens, and lets them work; then restarts the nodes under them. */
export async function measureTraffic(places: readonly Place[], effort: Effort) {
  const stores = await stock(at(places, 0), { ...effort, layouts: 1, shifts: 40, history: 1 });
  const nodes = await Promise.all(places.map((place) => startServer(place)));
  try {
    const ports = nodes.map(({ port }) => port);
    const crowds = await openCrowds(ports, stores, effort.pagesEach);
    /** Megabytes of all nodes with all pages. */
    const memory = nodes.reduce((sum, { pid }) => sum + memoryOf(pid), 0);
    const { perSecond, seconds } = effort;
    const order = { order: 'change', perSecond: perSecond / crowds.length, seconds } as const;
    // Everything is loaded and compiled before it counts.
    await ask(crowds, { ...order, seconds: Math.min(seconds, stores.length / perSecond) });
    const { refused, times } = await ask(crowds, order);
    const storms: Storm[] = [];
    for (let storm = 0; storm < effort.storms; storm++) storms.push(await restart(nodes, crowds));
    for (const crowd of crowds) await crowd.end();
    const pages = stores.length * effort.pagesEach;
    const answered = times.filter((time) => time !== null);
    return { pages, nodes: nodes.length, memory, refused, answered, storms };
  } finally {
    for (const node of nodes) await node.stop();
  }
}

/** As few processes as the limit on open files allows. */
async function openCrowds(
  ports: readonly number[],
  stores: readonly ChainStore[],
  pagesEach: number,
): Promise<readonly Crowd[]> {
  const count = Math.ceil((stores.length * pagesEach) / mostPages());
  const each = Math.ceil(stores.length / count);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const some = stores.slice(index * each, (index + 1) * each);
      return startLoad<CrowdJob, CrowdOrder, CrowdResult>('chain/crowd.ts', {
        ports,
        stores: some,
        pagesEach,
      });
    }),
  );
}

async function ask(crowds: readonly Crowd[], order: CrowdOrder): Promise<CrowdResult> {
  const results = await Promise.all(crowds.map((crowd) => crowd.proceed(order)));
  return {
    refused: results.reduce((sum, { refused }) => sum + refused, 0),
    times: results.flatMap(({ times }) => times),
  };
}

/** Pages that are not back after so many milliseconds are missing. */
const longestStorm = 60_000;

/**
 * Seconds from a restart of all nodes at once, as when the machine starts again, until half of the pages, most and all of
 * them are back.
 */
async function restart(nodes: readonly ServerProcess[], crowds: readonly Crowd[]) {
  // A page that was connected for less than this waits longer before it tries again.
  await new Promise((resolve) => setTimeout(resolve, goodAfter + 1_000));
  const result = ask(crowds, { order: 'reconnect', within: longestStorm });
  await Promise.all(nodes.map((node) => node.restart()));
  const { times } = await result;
  const seconds = times.map((milliseconds) => (milliseconds ?? longestStorm) / 1_000);
  return {
    middle: quantile(seconds, 0.5),
    most: quantile(seconds, 0.99),
    all: quantile(seconds, 1),
    /** Pages that were not back after `within` seconds. */
    missing: times.filter((milliseconds) => milliseconds === null).length,
    within: longestStorm / 1_000,
  };
}
