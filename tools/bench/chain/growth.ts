import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../changes.ts';
import { startFlood } from '../load-process.ts';
import { placeIn } from '../places.ts';
import { compare, cpuOf, median, printTable, type Sample, show } from '../samples.ts';
import { startServer } from '../servers.ts';
import { stock } from './stores.ts';

const layoutsEach = 10;

/** How much a server has to do with. Each store has ten layouts and a person. */
interface Size {
  readonly stores: number;
  readonly shifts: number;
  readonly history: number;
  readonly watchersEach: number;
}

const base: Size = { stores: 10, shifts: 40, history: 100, watchersEach: 10 };
/** Each is ten times the base in one way. */
const sizes: Readonly<Record<string, Size>> = {
  'the base: 100 layouts of 40 shifts, 100 changes and 10 watchers each': base,
  '1,000 layouts': { ...base, stores: 100 },
  '400 shifts': { ...base, shifts: 400 },
  '1,000 changes of each layout before': { ...base, history: 1_000 },
  '100 watchers': { ...base, watchersEach: 100 },
};

/** Prints what a change costs, as what there is grows. All sizes are open at once and take turns. */
export async function measureGrowth({
  rounds,
  seconds,
}: {
  readonly rounds: number;
  readonly seconds: number;
}): Promise<void> {
  const all: Awaited<ReturnType<typeof open>>[] = [];
  // In the order of the sizes, of which the first is the base.
  const costs = new Map(Object.keys(sizes).map((name) => [name, [] as number[]]));
  try {
    for (const [name, size] of Object.entries(sizes)) all.push(await open(name, size));
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (let turn = 0; turn < all.length; turn++) {
        const { name, server, load } = at(all, round + turn);
        const before = cpuOf(server.pid);
        const { acknowledged } = await load.proceed({ seconds });
        if (round > 0) costs.get(name)?.push((cpuOf(server.pid) - before) / acknowledged);
      }
    }
  } finally {
    for (const { load, server, folder } of all) {
      await load.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const [[, ofBase] = ['', []], ...grown] = costs;
  // The rounds of a size are pairs with those of the base.
  const samples = grown.flatMap(([about, values]) => [
    ...ofBase.map((value): Sample => ({ about, system: 'base', value })),
    ...values.map((value): Sample => ({ about, system: 'grown', value })),
  ]);
  printTable(
    ['CPU ms a change, 16 writers, a mix', 'base', 'grown', 'ratio'],
    compare(samples, 'base', 'grown'),
  );
}

async function open(name: string, size: Size) {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const place = placeIn(folder);
  const stores = await stock(place, { ...size, layouts: layoutsEach });
  const server = await startServer(place);
  const load = await startFlood({
    teams: stores.map((store) => [{ ...store, port: server.port }]),
    rooms: layoutsEach,
    mix: 'mix',
    writers: 16,
    watchersEach: size.watchersEach,
  });
  return { name, server, load, folder };
}

const layoutsOfStore = 100;

/** Prints how long a server takes from its start to its first answer, by how many layouts it has. */
export async function measureStartUp({
  sizes,
  rounds,
}: {
  readonly sizes: readonly number[];
  readonly rounds: number;
}): Promise<void> {
  const rows: string[][] = [];
  for (const layouts of sizes) {
    const place = placeIn(mkdtempSync(join(tmpdir(), 'lineup-bench-')));
    await stock(place, { stores: layouts / layoutsOfStore, layouts: layoutsOfStore, shifts: 40, history: 1 });
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      const server = await startServer(place);
      await fetch(`http://127.0.0.1:${server.port}/readyz`);
      times.push(performance.now() - began);
      await server.stop();
    }
    rmSync(place.DATA_DIR, { recursive: true, force: true });
    rows.push([`${layouts.toLocaleString('en-US')} layouts`, show(median(times)), show(Math.max(...times))]);
  }
  printTable(['', 'ms until it answers', 'longest'], rows);
}
