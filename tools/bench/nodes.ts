import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentCommit } from '../../server/database/document-store.ts';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import type { DatabaseStore } from '../../server/database/store.ts';
import { startAnswerCutter } from '../../test/postgres/answer-cutter.ts';
import { at } from './changes.ts';
import { type Cluster, type NodeTarget, startCluster } from './cluster.ts';
import { type CrowdPage, openCrowdPage } from './crowd-page.ts';
import { startProcess } from './load-process.ts';
import { type Findings, figures, measureThroughput, preparePgbench, stopAll } from './node-throughput.ts';
import {
  cellsOf,
  compare,
  cpuOfTree,
  median,
  printTable,
  quantile,
  reportOthers,
  type Sample,
  show,
  watchOthers,
} from './samples.ts';
import { layoutOfTheBench, roomCount, roomName } from './servers.ts';
import { lineupWire } from './wire.ts';

export const batchFigure = 'database CPU ms a change: in a batch of 16 to alone';
const size = 16;
const team = 'batches';

/** What a change costs the database, committed alone and with others, straight to the store. */
export async function measureBatches(
  { postgres, url }: Cluster,
  { pairs, changes }: { readonly pairs: number; readonly changes: number },
  { samples }: Findings,
): Promise<void> {
  const store = await openPostgresStore(url);
  try {
    const versions = await makeDocuments(store);
    for (let pair = 0; pair < pairs; pair++) {
      const kinds = [
        ['base', 1],
        ['measured', size],
      ] as const;
      for (const [system, together] of pair % 2 === 0 ? kinds : kinds.toReversed()) {
        const before = cpuOfTree(postgres.pid);
        for (let made = 0; made < changes; made += together) await commit(store, versions, together);
        samples.push({ about: batchFigure, system, value: (cpuOfTree(postgres.pid) - before) / changes });
      }
    }
  } finally {
    await store.close();
  }
}

async function makeDocuments({ documents }: DatabaseStore): Promise<number[]> {
  const layout = layoutOfTheBench('2026-11-21');
  for (let index = 0; index < size; index++) {
    const change = { type: 'layout.create', layout } as const;
    await documents.commit([
      {
        ...{ team, document: roomName(index), kind: 'layout', from: 0, snapshot: layout },
        changes: [{ version: 1, id: 'make', by: null, at: Date.now(), change }],
        columns: { name: null, area: layout.area, date: layout.date },
      },
    ]);
  }
  return Array.from({ length: size }, () => 1);
}

async function commit({ documents }: DatabaseStore, versions: number[], together: number): Promise<void> {
  const groups = Array.from({ length: together }, (_, index): DocumentCommit[] => {
    const from = versions[index] ?? 0;
    versions[index] = from + 1;
    const change = { type: 'shift.edit', shift: 's0', note: `Leaves early, said so ${from} times` } as const;
    const made = { version: from + 1, id: `change-${from}`, by: 'ben', at: Date.now(), change };
    return [
      {
        ...{ team, document: roomName(index), kind: 'layout', from, columns: null, snapshot: null },
        changes: [made],
      },
    ];
  });
  const results = await documents.commitGroups?.(groups);
  if (!results?.every((result) => result === 'stored')) throw new Error('A change was not stored.');
}

export const faultFigures = {
  frozen: 'ms that a change takes at most to a node whose listening connection is frozen',
  killed: 'ms until 200 pages of a killed node are back on another',
} as const;

/** Longer than a node takes to notice, and to connect anew. */
const frozenFor = 7_000;

/** How late changes are on a node whose connection that listens passes nothing on anymore, but stays open. */
export async function measureFrozen(
  cluster: Cluster,
  { rounds }: { readonly rounds: number },
  { samples }: Findings,
): Promise<void> {
  const cutter = await startAnswerCutter(cluster.url);
  const nodes = [...(await cluster.start(1)), ...(await cluster.start(1, cutter.url))];
  const [here, there] = nodes.map(({ target }) => lineupWire(target));
  try {
    const sentAt: number[] = [];
    let seen = 0;
    let longest = 0;
    await there?.watch(roomName(0), (count) => {
      const now = performance.now();
      for (const sent of sentAt.slice(seen, seen + count)) longest = Math.max(longest, now - sent);
      seen += count;
    });
    const write = await here?.openWriter('notes');
    for (let round = 0; round < rounds; round++) {
      // It hears itself first, as any node that has run for a moment.
      await wait(2_000);
      longest = 0;
      cutter.freeze('listen lineup');
      for (let sent = 0; sent < frozenFor / 50; sent++) {
        sentAt.push(performance.now());
        await Promise.all([write?.(roomName(0)), wait(50)]);
      }
      while (seen < sentAt.length) await wait(10);
      samples.push({ about: faultFigures.frozen, system: 'measured', value: longest });
    }
  } finally {
    await stopAll(nodes);
    await cutter.close();
  }
}

/** As behind a balancer that sends new connections to nodes that answer. */
export async function measureKilled(
  cluster: Cluster,
  { rounds }: { readonly rounds: number },
  { samples }: Findings,
): Promise<void> {
  const stays = await cluster.start(1);
  for (let round = 0; round < rounds; round++) {
    const [killed] = await cluster.start(1);
    if (!killed) throw new Error('The node did not start.');
    let port = killed.port;
    const { cookie, team } = killed.target;
    const pages = Array.from({ length: 200 }, (_, index) =>
      openCrowdPage({ port: () => port, cookie, team, layout: roomName(index % roomCount) }),
    );
    await allBack(pages);
    // As long as a connection must have lasted for the next attempt to be quick.
    await wait(5_000);
    port = stays[0]?.port ?? 0;
    const moment = performance.now();
    await killed.kill();
    await wait(50);
    await allBack(pages);
    samples.push({ about: faultFigures.killed, system: 'measured', value: performance.now() - moment });
    for (const page of pages) page.close();
  }
  await stopAll(stays);
}

async function allBack(pages: readonly CrowdPage[]): Promise<void> {
  while (!pages.every((page) => page.isBack())) await wait(5);
}

// A load of so many changes a second on two nodes: how long until a page of the same node has each, and one of the other.

export interface PacedJob {
  readonly targets: readonly [NodeTarget, NodeTarget];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Milliseconds. */
export interface Waits {
  readonly same: readonly number[];
  readonly other: readonly number[];
}

process.once('message', async (job: PacedJob) => {
  process.send?.(await measure(job));
  await nextMessage();
  process.exit();
});

const nextMessage = () => new Promise((resolve) => process.once('message', resolve));

/** The writers of every other layout are on the second node. */
async function measure({ targets, perSecond, seconds }: PacedJob): Promise<Waits> {
  const wires = targets.map((target) => lineupWire(target));
  const waits = { same: [] as number[], other: [] as number[] };
  const writes: (() => void)[] = [];
  for (let index = 0; index < roomCount; index++) {
    const room = roomName(index);
    const sentAt: number[] = [];
    for (const [place, kind] of (['same', 'other'] as const).entries()) {
      let seen = 0;
      await at(wires, index + place).watch(room, (count) => {
        const now = performance.now();
        for (const sent of sentAt.slice(seen, seen + count)) waits[kind].push(now - sent);
        seen += count;
      });
    }
    const write = await at(wires, index).openWriter('notes');
    writes.push(() => {
      sentAt.push(performance.now());
      void write(room);
    });
  }
  const send = (count: number) => paced(perSecond, count, (number) => at(writes, number)());
  // Both nodes warm up.
  await send(perSecond);
  process.send?.('connected');
  await nextMessage();
  waits.same.length = 0;
  waits.other.length = 0;
  await send(perSecond * seconds);
  return waits;
}

/** Calls as often as it should, also after a pause; then leaves a moment for the last answers. */
async function paced(perSecond: number, count: number, call: (number: number) => void): Promise<void> {
  const start = performance.now();
  for (let made = 0; made < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; made < due; made++) call(made);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}

const perSecond = 300;
export const reachFigures = {
  p50: `ms until a page has it, p50, ${perSecond} changes/s: another node to the same`,
  p95: `ms until a page has it, p95, ${perSecond} changes/s: another node to the same`,
} as const;

export async function measureReach(
  cluster: Cluster,
  { pairs, seconds }: { readonly pairs: number; readonly seconds: number },
  { samples, others }: Findings,
): Promise<void> {
  const nodes = await cluster.start(2);
  const [one, two] = nodes.map(({ target }) => target);
  if (!one || !two) throw new Error('Two nodes are needed.');
  for (let pair = 0; pair < pairs; pair++) {
    const targets = pair % 2 === 0 ? ([one, two] as const) : ([two, one] as const);
    const load = await startProcess<Waits>('nodes/paced-load.ts', {
      ...{ targets, perSecond, seconds },
    } satisfies PacedJob);
    const busy = watchOthers();
    const waits = await load.proceed();
    others.push(busy());
    await load.end();
    for (const [about, share] of [
      [reachFigures.p50, 0.5],
      [reachFigures.p95, 0.95],
    ] as const) {
      samples.push({ about, system: 'base', value: quantile(waits.same, share) });
      samples.push({ about, system: 'measured', value: quantile(waits.other, share) });
    }
  }
  await stopAll(nodes);
}

const full = { pairs: 5, seconds: 5, reach: 10, changes: 4_000, rounds: 5 };
const quick = { pairs: 1, seconds: 2, reach: 3, changes: 800, rounds: 1 };

const marks: Readonly<Record<string, string>> = {
  [figures.commits]: '0.8x',
  [figures.nodes]: '0.85x',
  [reachFigures.p95]: '1.5x, and 10 ms more',
  [batchFigure]: '0.35x',
  [figures.retried]: '10',
  [figures.refused]: '0',
  [faultFigures.frozen]: '1,500',
  [faultFigures.killed]: '5,000',
};

type Section = (cluster: Cluster, effort: typeof full, findings: Findings) => Promise<void>;

const sections: Readonly<Record<string, Section>> = {
  async throughput(cluster, { pairs, seconds }, findings) {
    const pgbench = await preparePgbench(cluster);
    if (!pgbench)
      console.log('There is no pgbench here to compare with: Debian’s postgresql-contrib has it.');
    for (let pair = 1; pair <= pairs; pair++) {
      console.log(`Nodes, pair ${pair} of ${pairs} ...`);
      await measureThroughput(cluster, pgbench, { pair, seconds }, findings);
    }
  },
  async reach(cluster, { pairs, reach }, findings) {
    console.log('Nodes: from one to the other ...');
    await measureReach(cluster, { pairs, seconds: reach }, findings);
  },
  async batches(cluster, { pairs, changes }, findings) {
    console.log('Nodes: batches ...');
    await measureBatches(cluster, { pairs, changes }, findings);
  },
  async faults(cluster, { rounds }, findings) {
    console.log('Nodes: faults ...');
    await measureFrozen(cluster, { rounds }, findings);
    await measureKilled(cluster, { rounds }, findings);
  },
};

/** `npm run bench -- nodes reach`: one section only. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const findings: Findings = { samples: [], others: [] };
  const cluster = await startCluster();
  try {
    const isNamed = (name: string) => process.argv.includes(name);
    const isAll = !Object.keys(sections).some(isNamed);
    for (const [name, measure] of Object.entries(sections)) {
      if (isAll || isNamed(name)) await measure(cluster, isQuick ? quick : full, findings);
    }
  } finally {
    await cluster.stop();
  }
  report(findings);
}

function report({ samples, others }: Findings): void {
  const compared = compare(samples, 'base', 'measured');
  const markOf = (about: string) => marks[about] ?? '';
  printTable(
    ['', 'base', 'measured', 'ratio', 'spread', 'mark'],
    compared.map((row) => [row.about, ...cellsOf(row), markOf(row.about)]),
  );
  const valuesOf = (about: string, system: Sample['system'] = 'measured') =>
    samples.filter((each) => each.about === about && each.system === system).map(({ value }) => value);
  const single = [...new Set(samples.map(({ about }) => about))].filter(
    (about) => valuesOf(about, 'base').length === 0,
  );
  console.log('');
  printTable(
    ['', 'median', 'highest', 'mark'],
    single.map((about) => {
      const values = valuesOf(about);
      return [about, show(median(values)), show(Math.max(...values)), markOf(about)];
    }),
  );
  if (others.length > 0) reportOthers(others);
}
