import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFlood, startReach } from './load-process.ts';
import { placeIn, startDatabase } from './places.ts';
import { compare, median, printTable, type Sample, show } from './samples.ts';
import { makeTeam, type ServerProcess, startServer } from './servers.ts';

const writers = 48;
const unwatched = `changes/s, ${writers} writers, no watchers, one node`;
const watched = `changes/s, ${writers} writers x 10 watchers`;
const late = 'ms until all of 50 have it, p50: on the same node, on another';
const retried = '% of changes decided again, three nodes, 100 layouts';
const refused = '% of changes refused';
const full = { pairs: 5, seconds: 5, writes: 200 };
const quick = { pairs: 1, seconds: 2, writes: 60 };

/** Prints what several servers on one PostgreSQL are to one, in pairs, in alternating order. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const { pairs, seconds, writes } = isQuick ? quick : full;
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const postgres = await startDatabase();
  const url = postgres.url('lineup');
  const start = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => startServer(placeIn(folder, { number, url }))));
  const samples: Sample[] = [];
  const add = (about: string, system: string, value: number) => samples.push({ about, system, value });
  try {
    const [first] = await start(1);
    const team = await makeTeam(first?.port ?? 0);
    await first?.stop();
    for (let pair = 0; pair < pairs; pair++) {
      console.log(`Nodes, pair ${pair + 1} of ${pairs} ...`);
      for (const count of pair % 2 === 1 ? [1, 3] : [3, 1]) {
        const nodes = await start(count);
        const flood = (watchersEach: number) => floodOf(nodes, team, { watchersEach, seconds });
        if (count === 1) add(unwatched, 'one', (await flood(0)).rate);
        const found = await flood(10);
        add(watched, count === 1 ? 'one' : 'three', found.rate);
        if (count === 3) add(retried, 'three', found.retried * 100);
        if (count === 3) add(refused, 'three', found.refused * 100);
        if (count === 3) {
          const [here, there] = nodes.map(({ port }) => ({ port, ...team }));
          if (!here || !there) throw new Error('Several nodes are needed.');
          add(late, 'one', median(await reachOf({ from: here, target: here, writes })));
          add(late, 'three', median(await reachOf({ from: here, target: there, writes })));
        }
        for (const node of nodes) await node.stop();
      }
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  printTable(['', 'one node', 'three', 'ratio'], compare(samples, 'one', 'three'));
  for (const figure of [unwatched, retried, refused]) {
    const values = samples.filter(({ about }) => about === figure).map(({ value }) => value);
    console.log(`${figure}: ${show(median(values))}`);
  }
}

async function reachOf(job: Omit<Parameters<typeof startReach>[0], 'watchers'>): Promise<readonly number[]> {
  const load = await startReach({ watchers: 50, ...job });
  const times = await load.proceed({});
  await load.end();
  return times;
}

/** Changes a second, and the shares of them that were decided again and refused. */
async function floodOf(
  nodes: readonly ServerProcess[],
  team: { readonly cookie: string; readonly team: string },
  { watchersEach, seconds }: { readonly watchersEach: number; readonly seconds: number },
) {
  const teams = [nodes.map(({ port }) => ({ port, ...team }))];
  const load = await startFlood({ teams, mix: 'notes', writers, watchersEach });
  // Servers that have just been started are slower. Of several, each gets a share of the load.
  for (const _ of nodes) await load.proceed({ seconds });
  const before = await countRetried(nodes);
  const { acknowledged, refused, seconds: took } = await load.proceed({ seconds });
  const again = (await countRetried(nodes)) - before;
  await load.end();
  const all = acknowledged + refused;
  return { rate: acknowledged / took, retried: again / all, refused: refused / all };
}

async function countRetried(nodes: readonly ServerProcess[]): Promise<number> {
  let sum = 0;
  for (const { port } of nodes) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    sum += Number(/^lineup_changes_retried_total (\d+)/m.exec(text)?.[1] ?? 0);
  }
  return sum;
}
