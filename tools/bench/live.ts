import { at } from './changes.ts';
import type { Chart } from './charts/bars.ts';
import { startLoad } from './load-process.ts';
import { cpuOf, memoryOf, watchOthers } from './machine.ts';
import { cellsOf, compare, median, printTable, reportOthers, type Sample, show } from './samples.ts';
import { type Running, startFloor, startLineup } from './servers.ts';

const sizes = [50, 200, 1_000] as const;
/** In turn, each of them begins. */
const systems = ['floor', 'lineup', 'bare'] as const;
type System = (typeof systems)[number];

interface Effort {
  readonly pairs: number;
  readonly writes: number;
  readonly seconds: number;
}
const full: Effort = { pairs: 5, writes: 200, seconds: 5 };
const quick: Effort = { pairs: 1, writes: 60, seconds: 2 };
const reachFigure = (size: number) => `ms until all of ${size} have it, p50`;
const mixes: Readonly<Record<'presses' | 'mix', string>> = { presses: 'breaks', mix: 'a mix' };
const floodFigure = (mix: keyof typeof mixes) =>
  `changes/s, ${mixes[mix]}, 16 writers, 100 layouts x 10 watchers`;
const floodCpuFigure = (mix: keyof typeof mixes) => `CPU ms a change, ${mixes[mix]}`;
const cpuFigure = 'CPU ms a change at 1000';
const memoryFigure = 'MB before anyone watches';
const watchedFigure = 'MB with 1000 watchers';

/** Prints how live updates compare with the floor, both measured now, in turns. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<readonly Chart[]> {
  const effort = isQuick ? quick : full;
  const samples: Sample<System>[] = [];
  const others: number[] = [];
  // From its second start on, a server finds its code compiled.
  await (await startLineup()).stop();
  for (let pair = 1; pair <= effort.pairs; pair++) {
    console.log(`Live updates, pair ${pair} of ${effort.pairs} ...`);
    const running = {
      floor: await startFloor('floor'),
      bare: await startFloor('bare'),
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
      for (const mix of ['presses', 'mix'] as const) {
        for (const system of order) await measureFlood(system, running[system], mix, effort, samples, others);
      }
    } finally {
      for (const system of systems) await running[system].stop();
    }
  }
  return report(samples, others);
}

async function measureReach(
  system: System,
  { pid, target }: Running,
  watchers: number,
  { writes }: Effort,
  samples: Sample<System>[],
  others: number[],
): Promise<void> {
  const load = await startLoad<'reach'>({ kind: 'reach', target, watchers, writes });
  const before = cpuOf(pid);
  const busy = watchOthers();
  const told = await load.proceed();
  others.push(busy());
  samples.push({ about: reachFigure(watchers), system, value: median(told.times) });
  if (watchers === 1_000) {
    samples.push({ about: cpuFigure, system, value: (cpuOf(pid) - before) / writes });
    samples.push({ about: watchedFigure, system, value: memoryOf(pid) });
  }
  await load.end();
}

async function measureFlood(
  system: System,
  { pid, target }: Running,
  mix: keyof typeof mixes,
  { seconds }: Effort,
  samples: Sample<System>[],
  others: number[],
): Promise<void> {
  const crowd = { writers: 16, watchersEach: 10 };
  const load = await startLoad<'flood'>({ kind: 'flood', mix, teams: [[target]], ...crowd, seconds });
  const before = cpuOf(pid);
  const busy = watchOthers();
  const told = await load.proceed();
  others.push(busy());
  const { acknowledged, seconds: took } = told;
  samples.push({ about: floodFigure(mix), system, value: acknowledged / took });
  samples.push({ about: floodCpuFigure(mix), system, value: (cpuOf(pid) - before) / acknowledged });
  await load.end();
}

/** The bare store is shown beside the floor, which is what the marks are about. */
function report(samples: readonly Sample<System>[], others: readonly number[]): readonly Chart[] {
  const compared = compare(samples, 'floor', 'lineup');
  const bare = compare(samples, 'bare', 'lineup');
  const rows = compared.map((row, index) => {
    const beside = bare[index];
    return [
      row.about,
      ...cellsOf(row),
      ...(beside ? [show(beside.base), `${beside.ratio.toFixed(2)}x`] : []),
    ];
  });
  printTable(['', 'floor', 'Lineup', 'ratio', 'spread', 'bare SQLite', 'ratio'], rows);
  reportOthers(others);
  return [
    {
      name: 'live',
      title: 'Lineup against the floor',
      unit: 'x',
      mark: { value: 1, label: 'the floor' },
      bars: compared
        .filter(({ about }) => !about.startsWith('MB'))
        .map(({ about, ratio }) => ({ label: about, value: ratio })),
    },
  ];
}
