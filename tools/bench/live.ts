import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Mix } from './changes.ts';
import type { Job, Told } from './load.ts';
import { cpuOf, memoryOf, watchOthers } from './machine.ts';
import { type Running, startFloor, startLineup } from './servers.ts';

const sizes = [50, 200, 1_000] as const;
const systems = ['floor', 'lineup'] as const;
type System = (typeof systems)[number];

/** One figure of one system in one pair. */
interface Sample {
  readonly figure: string;
  readonly system: System;
  readonly value: number;
}

interface Effort {
  readonly pairs: number;
  readonly writes: number;
  readonly seconds: number;
}
const full: Effort = { pairs: 5, writes: 200, seconds: 5 };
const quick: Effort = { pairs: 1, writes: 60, seconds: 2 };
/** Above this share of the machine, others spoil the figures. */
const quiet = 0.05;

const reachFigure = (size: number) => `ms until all of ${size} have it, p50`;
const mixes: Readonly<Record<Mix, string>> = { presses: 'breaks', mix: 'a mix' };
const floodFigure = (mix: Mix) => `changes/s, ${mixes[mix]}, 16 writers, 100 layouts x 10 watchers`;
const floodCpuFigure = (mix: Mix) => `CPU ms a change, ${mixes[mix]}`;
const cpuFigure = 'CPU ms a change at 1000';
const memoryFigure = 'MB before anyone watches';
const watchedFigure = 'MB with 1000 watchers';

/** Prints how live updates compare with the floor, both measured now, in turns. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const effort = isQuick ? quick : full;
  const samples: Sample[] = [];
  const others: number[] = [];
  // From its second start on, a server finds its code compiled.
  await (await startLineup()).stop();
  for (let pair = 1; pair <= effort.pairs; pair++) {
    console.log(`Live updates, pair ${pair} of ${effort.pairs} ...`);
    const running = { floor: await startFloor(), lineup: await startLineup() };
    try {
      // Who begins takes turns as well.
      const order = pair % 2 === 0 ? systems : systems.toReversed();
      for (const system of order)
        samples.push({ figure: memoryFigure, system, value: memoryOf(running[system].pid) });
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
  report(samples, others);
}

async function measureReach(
  system: System,
  { pid, target }: Running,
  watchers: number,
  { writes }: Effort,
  samples: Sample[],
  others: number[],
): Promise<void> {
  const load = await startLoad({ kind: 'reach', target, watchers, writes });
  const before = cpuOf(pid);
  const busy = watchOthers([pid, load.pid, process.pid]);
  const told = await load.proceed();
  others.push(busy());
  if (told.told !== 'reached') throw new Error('The load went wrong.');
  samples.push({ figure: reachFigure(watchers), system, value: median(told.times) });
  if (watchers === 1_000) {
    samples.push({ figure: cpuFigure, system, value: (cpuOf(pid) - before) / writes });
    samples.push({ figure: watchedFigure, system, value: memoryOf(pid) });
  }
  await load.end();
}

async function measureFlood(
  system: System,
  { pid, target }: Running,
  mix: Mix,
  { seconds }: Effort,
  samples: Sample[],
  others: number[],
): Promise<void> {
  const load = await startLoad({ kind: 'flood', mix, target, writers: 16, watchersEach: 10, seconds });
  const before = cpuOf(pid);
  const busy = watchOthers([pid, load.pid, process.pid]);
  const told = await load.proceed();
  others.push(busy());
  if (told.told !== 'flooded') throw new Error('The load went wrong.');
  const { acknowledged, seconds: took } = told;
  samples.push({ figure: floodFigure(mix), system, value: acknowledged / took });
  samples.push({ figure: floodCpuFigure(mix), system, value: (cpuOf(pid) - before) / acknowledged });
  await load.end();
}

async function startLoad(job: Job) {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  child.send(job);
  await hear(child);
  return {
    pid: child.pid ?? 0,
    proceed: () => {
      const told = hear(child);
      child.send('go on');
      return told;
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.send('go on');
      await ended;
    },
  };
}

async function hear(child: ChildProcess): Promise<Told> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The load ended early.');
  });
  const [told] = await Promise.race([once(child, 'message'), failed]);
  return told as Told;
}

function report(samples: readonly Sample[], others: readonly number[]): void {
  const figures = [...new Set(samples.map(({ figure }) => figure))];
  const rows = figures.map((figure) => {
    const of = (system: System) =>
      samples.filter((each) => each.figure === figure && each.system === system).map(({ value }) => value);
    const [floor, ours] = [of('floor'), of('lineup')];
    const ratios = ours.map((value, pair) => value / (floor[pair] ?? Number.NaN));
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    return [figure, show(median(floor)), show(median(ours)), `${median(ratios).toFixed(2)}x`, spread];
  });
  const head = ['', 'floor', 'Lineup', 'ratio', 'spread'];
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  const busiest = Math.max(...others);
  console.log(
    busiest > quiet
      ? `Something else was using the machine, up to ${Math.round(busiest * 100)} % of it: do not trust these figures.`
      : 'Nothing else was using the machine.',
  );
}

const show = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 3);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.ceil(middle - 0.5)] ?? 0)) / 2;
}
