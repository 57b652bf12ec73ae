import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** One figure of one system in one pair. `about` says what is measured. */
export interface Sample {
  readonly about: string;
  readonly system: string;
  readonly value: number;
}

/** Above this share of the machine, other programs spoil the figures. */
const quiet = 0.05;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between two values, it is as far from each as the share says. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** A row for each figure: the medians of two systems, and the median of the ratios of the pairs. */
export function compare(samples: readonly Sample[], base: string, system: string): readonly string[][] {
  return [...new Set(samples.map(({ about }) => about))].flatMap((about) => {
    const of = (wanted: string) =>
      samples.filter((each) => each.about === about && each.system === wanted).map(({ value }) => value);
    const [bases, values] = [of(base), of(system)];
    if (bases.length === 0 || values.length === 0) return [];
    const ratios = values.map((value, pair) => value / (bases[pair] ?? Number.NaN));
    return [[about, show(median(bases)), show(median(values)), `${median(ratios).toFixed(2)}x`]];
  });
}

export const show = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 3);

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

/** The share of the machine that is used in a while in which nothing is measured: by other programs. */
export async function shareOfOthers(): Promise<number> {
  const before = cpuTimes();
  await wait(2_000);
  const after = cpuTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function cpuTimes() {
  const times = cpus().map((each) => each.times);
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap(Object.values)) };
}

/** Such a run counts for nothing. */
export function reportOthers(shares: readonly number[]): void {
  const busiest = Math.max(...shares);
  const share = `${(busiest * 100).toFixed(1)} %`;
  if (busiest <= quiet) {
    console.log(`Other programs used up to ${share} of the machine.`);
  } else {
    console.log(`This run is void: other programs used up to ${share} of the machine, more than 5 %.`);
    process.exitCode = 1;
  }
}

/** Linux only: where there is no /proc, there are no figures. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of processor time that a process has used. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
}

/** How many files and connections a process may have open; Node raises the soft limit to the hard one. */
export function mostOpenFiles(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard);
}

/** Megabytes of memory that a process has now. */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}
