import { execute } from '../../../test/postgres/postgres-server.ts';
import { startLoad } from '../load-process.ts';
import { watchOthers } from '../machine.ts';
import { fetchMetrics } from '../metrics.ts';
import type { Sample } from '../samples.ts';
import type { Cluster, Node } from './cluster.ts';
import { openPgbench, type Pgbench } from './pgbench.ts';

const writers = 48;
export const figures = {
  commits: `changes/s, ${writers} writers, no watchers: one node to pgbench`,
  nodes: `changes/s, ${writers} writers x 10 watchers: three nodes to one`,
  retried: '% of changes decided again, three nodes, 100 layouts',
  refused: '% of changes refused',
} as const;

/** What was measured: figures with their systems, and how busy others were. */
export interface Findings {
  readonly samples: Sample[];
  readonly others: number[];
}

/** One pair: pgbench, one node and three, in alternating order. */
export async function measureThroughput(
  cluster: Cluster,
  pgbench: Pgbench | null,
  { pair, seconds }: { readonly pair: number; readonly seconds: number },
  { samples, others }: Findings,
): Promise<void> {
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
  for (const step of pair % 2 === 0 ? steps : steps.toReversed()) await step();
}

export const stopAll = (nodes: readonly Node[]) => Promise.all(nodes.map((node) => node.stop()));

/** Changes a second, and the shares of them that were decided again and refused. */
async function flood(nodes: readonly Node[], watchersEach: number, seconds: number, others: number[]) {
  const teams = [nodes.map(({ target }) => target)];
  const load = await startLoad<'flood'>({
    ...{ kind: 'flood', teams, mix: 'notes', writers, watchersEach, seconds },
  });
  // Servers that have just been started are slower. Of several, each gets a share of the load.
  for (const _ of nodes) await load.proceed();
  const before = await countRetried(nodes);
  const busy = watchOthers();
  const { acknowledged, refused, seconds: took } = await load.proceed();
  others.push(busy());
  const retried = (await countRetried(nodes)) - before;
  await load.end();
  const all = acknowledged + refused;
  return { rate: acknowledged / took, retried: retried / all, refused: refused / all };
}

const countRetried = async (nodes: readonly Node[]): Promise<number> =>
  (await fetchMetrics(nodes.map(({ port }) => port))).counter('lineup_changes_retried_total');

/** pgbench with changes such as the nodes make; null if this machine has none. */
export async function preparePgbench(cluster: Cluster): Promise<Pgbench | null> {
  const nodes = await cluster.start(1);
  await flood(nodes, 0, 0.2, []);
  await stopAll(nodes);
  const { rows } = await execute(
    cluster.url,
    `select change, record from changes where change like '%shift.edit%' order by at desc limit 1`,
  );
  return openPgbench(cluster.postgres, rows[0], writers);
}
