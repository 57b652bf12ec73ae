import { at } from './changes.ts';
import { startFlood, startReach } from './load-process.ts';
import {
  cellsOf,
  compare,
  cpuOf,
  median,
  memoryOf,
  printTable,
  reportOthers,
  type Sample,
  watchOthers,
} from './samples.ts';
import { type Running, startFloor, startLineup } from './servers.ts';

const sizes = [50, 200, 1_000] as const;
/** In turn, each of them begins. */
const systems = ['floor', 'lineup'] as const;
type System = (typeof systems)[number];

interface Effort {
  readonly pairs: number;
  readonly writes: number;
  readonly seconds: number;
}
const full: Effort = { pairs: 5, writes: 200, seconds: 5 };
const quick: Effort = { pairs: 1, writes: 60, seconds: 2 };
const reachFigure = (size: number) => `ms until all of ${size} have it, p50`;
const floodFigure = 'changes/s, a mix, 16 writers, 100 layouts x 10 watchers';
const floodCpuFigure = 'CPU ms a change, a mix';
const memoryFigure = 'MB before anyone watches';
const watchedFigure = 'MB with 1000 watchers';

/** Prints how live updates compare with the floor, both measured now, in turns. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const effort = isQuick ? quick : full;
  const samples: Sample<System>[] = [];
  const others: number[] = [];
  // From its second start on, a server finds its code compiled.
  await (await startLineup()).stop();
  for (let pair = 1; pair <= effort.pairs; pair++) {
    console.log(`Live updates, pair ${pair} of ${effort.pairs} ...`);
    const running = {
      floor: await startFloor(),
      lineup: await startLineup(),
    };
    try {
      const order = systems.map((_, index) => at(systems, index + pair));
      for (const system of order)
        samples.push({ about: memoryFigure, system, value: memoryOf(running[system].pid) });
      for (const size of sizes) {
        for (const system of order)
          await measureReach(system, running[system], size, effort, samples, others);
      }
      for (const system of order) await measureFlood(system, running[system], effort, samples, others);
    } finally {
      for (const system of systems) await running[system].stop();
    }
  }
  printTable(
    ['', 'floor', 'Lineup', 'ratio', 'spread'],
    compare(samples, 'floor', 'lineup').map((row) => [row.about, ...cellsOf(row)]),
  );
  reportOthers(others);
}

async function measureReach(
  system: System,
  { pid, target }: Running,
  watchers: number,
  { writes }: Effort,
  samples: Sample<System>[],
  others: number[],
): Promise<void> {
  const load = await startReach({ target, watchers, writes });
  const busy = watchOthers();
  const times = await load.proceed({});
  others.push(busy());
  samples.push({ about: reachFigure(watchers), system, value: median(times) });
  if (watchers === 1_000) samples.push({ about: watchedFigure, system, value: memoryOf(pid) });
  await load.end();
}

async function measureFlood(
  system: System,
  { pid, target }: Running,
  { seconds }: Effort,
  samples: Sample<System>[],
  others: number[],
): Promise<void> {
  const load = await startFlood({ mix: 'mix', teams: [[target]], writers: 16, watchersEach: 10 });
  const before = cpuOf(pid);
  const busy = watchOthers();
  const { acknowledged, seconds: took } = await load.proceed({ seconds });
  others.push(busy());
  samples.push({ about: floodFigure, system, value: acknowledged / took });
  samples.push({ about: floodCpuFigure, system, value: (cpuOf(pid) - before) / acknowledged });
  await load.end();
}
