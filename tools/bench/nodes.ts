import { setTimeout as wait } from 'node:timers/promises';
import { startAnswerCutter } from '../../test/postgres/answer-cutter.ts';
import { execute } from '../../test/postgres/postgres-server.ts';
import { type Cluster, type Node, startCluster } from './cluster.ts';
import { startFlood, startPaced } from './load-process.ts';
import { type CrowdPage, openCrowdPage, openWriter, watch } from './pages.ts';
import { openPgbench, type Pgbench } from './pgbench.ts';
import {
  cellsOf,
  compare,
  median,
  printTable,
  quantile,
  reportOthers,
  type Sample,
  show,
  watchOthers,
} from './samples.ts';
import { roomCount, roomName } from './servers.ts';

const writers = 48;
const perSecond = 300;
const figures = {
  commits: `changes/s, ${writers} writers, no watchers: one node to pgbench`,
  nodes: `changes/s, ${writers} writers x 10 watchers: three nodes to one`,
  reach: `ms until a page has it, p95, ${perSecond} changes/s: another node to the same`,
  retried: '% of changes decided again, three nodes, 100 layouts',
  refused: '% of changes refused',
  frozen: 'ms that a change takes at most to a node whose listening connection is frozen',
  killed: 'ms until 200 pages of a killed node are back on another',
} as const;

const marks: Readonly<Record<string, string>> = {
  [figures.commits]: '0.8x',
  [figures.nodes]: '0.85x',
  [figures.reach]: '1.5x, and 10 ms more',
  [figures.retried]: '10',
  [figures.refused]: '0',
  [figures.frozen]: '1,500',
  [figures.killed]: '5,000',
};

interface Findings {
  readonly samples: Sample[];
  readonly others: number[];
}

const full = { pairs: 5, seconds: 5, reach: 10, rounds: 5 };
const quick = { pairs: 1, seconds: 2, reach: 3, rounds: 1 };

type Section = (cluster: Cluster, effort: typeof full, findings: Findings) => Promise<void>;

const sections: Readonly<Record<string, Section>> = {
  throughput: measureThroughput,
  reach: measureReach,
  frozen: measureFrozen,
  killed: measureKilled,
};

/** `npm run bench -- nodes reach`: one section only. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const findings: Findings = { samples: [], others: [] };
  const cluster = await startCluster();
  try {
    const isNamed = (name: string) => process.argv.includes(name);
    const isAll = !Object.keys(sections).some(isNamed);
    for (const [name, measure] of Object.entries(sections)) {
      if (!isAll && !isNamed(name)) continue;
      console.log(`Nodes: ${name} ...`);
      await measure(cluster, isQuick ? quick : full, findings);
    }
  } finally {
    await cluster.stop();
  }
  report(findings);
}

/** In pairs: pgbench, one node and three, in alternating order. */
async function measureThroughput(cluster: Cluster, effort: typeof full, { samples, others }: Findings) {
  const { pairs, seconds } = effort;
  const pgbench = await preparePgbench(cluster);
  if (!pgbench) console.log('There is no pgbench here to compare with: Debian’s postgresql-contrib has it.');
  const steps: (() => Promise<void>)[] = [
    async () => {
      if (!pgbench) return;
      const busy = watchOthers();
      samples.push({ about: figures.commits, system: 'base', value: await pgbench.run(writers, seconds) });
      others.push(busy());
    },
    async () => {
      const nodes = await cluster.start(1);
      const alone = await flood(nodes, 0, seconds, others);
      samples.push({ about: figures.commits, system: 'measured', value: alone.rate });
      const watched = await flood(nodes, 10, seconds, others);
      samples.push({ about: figures.nodes, system: 'base', value: watched.rate });
      await stopAll(nodes);
    },
    async () => {
      const nodes = await cluster.start(3);
      const { rate, retried, refused } = await flood(nodes, 10, seconds, others);
      samples.push({ about: figures.nodes, system: 'measured', value: rate });
      samples.push({ about: figures.retried, system: 'measured', value: retried * 100 });
      samples.push({ about: figures.refused, system: 'measured', value: refused * 100 });
      await stopAll(nodes);
    },
  ];
  for (let pair = 0; pair < pairs; pair++) {
    for (const step of pair % 2 === 1 ? steps : steps.toReversed()) await step();
  }
}

const stopAll = (nodes: readonly Node[]) => Promise.all(nodes.map((node) => node.stop()));

/** pgbench with changes such as the nodes make; null if this machine has none. */
async function preparePgbench(cluster: Cluster): Promise<Pgbench | null> {
  const nodes = await cluster.start(1);
  await flood(nodes, 0, 0.2, []);
  await stopAll(nodes);
  const { rows } = await execute(
    cluster.url,
    `select change, record from changes where change like '%shift.edit%' order by at desc limit 1`,
  );
  return openPgbench(cluster.postgres, rows[0], writers);
}

/** Changes a second, and the shares of them that were decided again and refused. */
async function flood(nodes: readonly Node[], watchersEach: number, seconds: number, others: number[]) {
  const load = await startFlood({
    teams: [nodes.map(({ target }) => target)],
    mix: 'notes',
    writers,
    watchersEach,
  });
  // Servers that have just been started are slower. Of several, each gets a share of the load.
  for (const _ of nodes) await load.proceed({ seconds });
  const before = await countRetried(nodes);
  const busy = watchOthers();
  const { acknowledged, refused, seconds: took } = await load.proceed({ seconds });
  others.push(busy());
  const retried = (await countRetried(nodes)) - before;
  await load.end();
  const all = acknowledged + refused;
  return { rate: acknowledged / took, retried: retried / all, refused: refused / all };
}

async function countRetried(nodes: readonly Node[]): Promise<number> {
  let sum = 0;
  for (const { port } of nodes) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    sum += Number(/^lineup_changes_retried_total (\d+)/m.exec(text)?.[1] ?? 0);
  }
  return sum;
}

async function measureReach(cluster: Cluster, effort: typeof full, { samples, others }: Findings) {
  const nodes = await cluster.start(2);
  const [one, two] = nodes.map(({ target }) => target);
  if (!one || !two) throw new Error('Two nodes are needed.');
  for (let pair = 0; pair < effort.pairs; pair++) {
    const load = await startPaced({ targets: pair % 2 === 0 ? [one, two] : [two, one], perSecond });
    const busy = watchOthers();
    const { same, other } = await load.proceed({ seconds: effort.reach });
    others.push(busy());
    await load.end();
    samples.push({ about: figures.reach, system: 'base', value: quantile(same, 0.95) });
    samples.push({ about: figures.reach, system: 'measured', value: quantile(other, 0.95) });
  }
  await stopAll(nodes);
}

/** Longer than a node takes to notice, and to connect anew; in milliseconds. */
const frozenFor = 7_000;

/** How late changes are on a node whose connection that listens passes nothing on anymore, but stays open. */
async function measureFrozen(cluster: Cluster, { rounds }: typeof full, { samples }: Findings) {
  const cutter = await startAnswerCutter(cluster.url);
  const [here, there] = [...(await cluster.start(1)), ...(await cluster.start(1, cutter.url))];
  if (!here || !there) throw new Error('Two nodes are needed.');
  let leave = () => {};
  try {
    const sentAt: number[] = [];
    let seen = 0;
    let longest = 0;
    leave = await watch(there.target, roomName(0), () => {
      longest = Math.max(longest, performance.now() - (sentAt[seen++] ?? 0));
    });
    const write = await openWriter(here.target, 'notes');
    for (let round = 0; round < rounds; round++) {
      // It hears itself first, as any node that has run for a moment.
      await wait(2_000);
      longest = 0;
      cutter.freeze('listen lineup');
      for (let sent = 0; sent < frozenFor / 50; sent++) {
        sentAt.push(performance.now());
        await Promise.all([write(roomName(0)), wait(50)]);
      }
      while (seen < sentAt.length) await wait(10);
      samples.push({ about: figures.frozen, system: 'measured', value: longest });
    }
  } finally {
    leave();
    await stopAll([here, there]);
    await cutter.close();
  }
}

/** As behind a balancer that sends new connections to nodes that answer. */
async function measureKilled(cluster: Cluster, { rounds }: typeof full, { samples }: Findings) {
  const [stays] = await cluster.start(1);
  for (let round = 0; round < rounds; round++) {
    const [killed] = await cluster.start(1);
    if (!stays || !killed) throw new Error('The nodes did not start.');
    let { target } = killed;
    const pages = Array.from({ length: 200 }, (_, index) =>
      openCrowdPage(() => target, roomName(index % roomCount)),
    );
    await allBack(pages);
    // As long as a connection must have lasted for the next attempt to be quick.
    await wait(5_000);
    target = stays.target;
    const moment = performance.now();
    await killed.kill();
    await wait(50);
    await allBack(pages);
    samples.push({ about: figures.killed, system: 'measured', value: performance.now() - moment });
    for (const page of pages) page.close();
  }
  await stays?.stop();
}

async function allBack(pages: readonly CrowdPage[]): Promise<void> {
  while (!pages.every((page) => page.isBack())) await wait(5);
}

function report({ samples, others }: Findings): void {
  const markOf = (about: string) => marks[about] ?? '';
  printTable(
    ['', 'base', 'measured', 'ratio', 'spread', 'mark'],
    compare(samples, 'base', 'measured').map((row) => [row.about, ...cellsOf(row), markOf(row.about)]),
  );
  console.log('');
  const single = [figures.retried, figures.refused, figures.frozen, figures.killed].flatMap((about) => {
    const values = samples.filter((each) => each.about === about).map(({ value }) => value);
    return values.length === 0
      ? []
      : [[about, show(median(values)), show(Math.max(...values)), markOf(about)]];
  });
  printTable(['', 'median', 'highest', 'mark'], single);
  reportOthers(others);
}
