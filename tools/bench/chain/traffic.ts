import { goodAfter } from '../../../client/connection/connection.ts';
import { at } from '../changes.ts';
import { fetchMetrics, quantileBetween } from '../cluster.ts';
import { type LoadProcess, startProcess } from '../load-process.ts';
import { cpuOf, memoryOf, mostOpenFiles, quantile, watchOthers } from '../samples.ts';
import { type ServerProcess, startServer } from '../servers.ts';
import type { Changed, CrowdJob, CrowdOrder, Reconnected } from './crowd.ts';
import { type ChainStore, type Place, stock } from './stores.ts';

export interface Effort {
  readonly stores: number;
  readonly pagesEach: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly storms: number;
}

export interface Traffic {
  readonly pages: number;
  readonly nodes: number;
  /** Megabytes of all nodes, before and with all pages. */
  readonly idle: number;
  readonly full: number;
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
  /** Milliseconds from a change to its answer, in the servers. */
  readonly decided: Quantiles;
  /** Milliseconds from sending a change to its answer, and until every screen of the store has it. */
  readonly answered: Quantiles;
  readonly shown: Quantiles;
  /** Shares of one processor that the nodes use. */
  readonly cpu: number;
  readonly storms: readonly Storm[];
}

/** Seconds from a restart until the server answers, and half of the pages, most and all of them are back. */
export interface Storm {
  readonly answers: number;
  readonly middle: number;
  readonly most: number;
  readonly all: number;
  /** Pages that were not back after `within` seconds. */
  readonly missing: number;
  readonly within: number;
}

interface Quantiles {
  readonly middle: number;
  readonly high: number;
}

/** Files that a server has open besides connections. */
const otherFiles = 300;

/** As many pages as one process can have. */
export const mostPages = (): number => mostOpenFiles() - otherFiles;

/** Fills an installation with stores, opens their screens, and lets them work; then restarts the nodes under them. */
export async function measureTraffic(
  places: readonly Place[],
  effort: Effort,
  others: number[],
): Promise<Traffic> {
  const stores = await stock(at(places, 0), { ...effort, layouts: 1, shifts: 40, history: 1 });
  const nodes = await Promise.all(places.map((place) => startServer({ ...place })));
  try {
    const idle = memory(nodes);
    const ports = nodes.map(({ port }) => port);
    const crowds = await openCrowds(ports, stores, effort.pagesEach);
    const full = memory(nodes);
    const { perSecond, seconds } = effort;
    const order = { order: 'change', perSecond: perSecond / crowds.length, seconds } as const;
    // Everything is loaded and compiled before it counts.
    await ask<Changed>(crowds, { ...order, seconds: Math.min(seconds, stores.length / perSecond) });
    const before = await fetchMetrics(ports);
    const cpu = nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
    const busy = watchOthers();
    const changed = await ask<Changed>(crowds, order);
    others.push(busy());
    const used = nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0) - cpu;
    const after = await fetchMetrics(ports);
    const decided = (share: number) => quantileBetween(before, after, 'lineup_change_seconds', share) * 1_000;
    const storms: Storm[] = [];
    for (let storm = 0; storm < effort.storms; storm++) storms.push(await restart(nodes, crowds));
    for (const crowd of crowds) await crowd.end();
    const refused = changed.reduce((sum, each) => sum + each.refused, 0);
    const answered = changed.flatMap((each) => each.answered);
    return {
      ...{
        pages: stores.length * effort.pagesEach,
        nodes: nodes.length,
        idle,
        full,
        seconds,
        refused,
        storms,
      },
      accepted: answered.length - refused,
      decided: { middle: decided(0.5), high: decided(0.99) },
      answered: quantilesOf(answered),
      shown: quantilesOf(changed.flatMap(({ shown }) => shown)),
      // A second at the end waits for the last answers.
      cpu: used / (seconds + 1) / 1_000,
    };
  } finally {
    for (const node of nodes) await node.stop();
  }
}

const memory = (nodes: readonly ServerProcess[]): number =>
  nodes.reduce((sum, { pid }) => sum + memoryOf(pid), 0);

const quantilesOf = (values: readonly number[]): Quantiles => ({
  middle: quantile(values, 0.5),
  high: quantile(values, 0.99),
});

/** As few processes as the limit on open files allows. */
async function openCrowds(
  ports: readonly number[],
  stores: readonly ChainStore[],
  pagesEach: number,
): Promise<readonly LoadProcess<unknown>[]> {
  const count = Math.ceil((stores.length * pagesEach) / mostPages());
  const each = Math.ceil(stores.length / count);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const some = stores.slice(index * each, (index + 1) * each);
      const job: CrowdJob = { ports, stores: some, pagesEach };
      return startProcess<unknown>('chain/crowd.ts', job);
    }),
  );
}

const ask = <Answer>(crowds: readonly LoadProcess<unknown>[], order: CrowdOrder): Promise<Answer[]> =>
  Promise.all(crowds.map((crowd) => crowd.proceed(order) as Promise<Answer>));

/** Pages that are not back after so many milliseconds are missing. */
const longestStorm = 60_000;

/** All nodes at once, as when the machine starts again. */
async function restart(
  nodes: readonly ServerProcess[],
  crowds: readonly LoadProcess<unknown>[],
): Promise<Storm> {
  // A page that was connected for less than this waits longer before it tries again.
  await new Promise((resolve) => setTimeout(resolve, goodAfter + 1_000));
  const start = performance.now();
  const told = ask<Reconnected>(crowds, { order: 'reconnect', within: longestStorm });
  await Promise.all(nodes.map((node) => node.restart()));
  const answers = (performance.now() - start) / 1_000;
  const all = (await told).flat();
  const seconds = all.map((milliseconds) => (milliseconds ?? longestStorm) / 1_000);
  return {
    answers,
    middle: quantile(seconds, 0.5),
    most: quantile(seconds, 0.99),
    all: quantile(seconds, 1),
    missing: all.filter((milliseconds) => milliseconds === null).length,
    within: longestStorm / 1_000,
  };
}
