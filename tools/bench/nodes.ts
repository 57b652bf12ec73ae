import { batchFigure, measureBatches } from './nodes/batches.ts';
import { type Cluster, startCluster } from './nodes/cluster.ts';
import { faultFigures, measureFrozen, measureKilled } from './nodes/faults.ts';
import { measureReach, reachFigures } from './nodes/latency.ts';
import { type Findings, figures, measureThroughput, preparePgbench } from './nodes/throughput.ts';
import { cellsOf, compare, median, printTable, reportOthers, type Sample, show } from './samples.ts';

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

/**
 * Prints what PostgreSQL and several nodes cost and give, and how they get over faults. `npm run bench -- nodes reach`: one
 * section only.
 */
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
