import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** One figure of one system in one pair. `about` says what is measured. */
export interface Sample<System extends string = string> {
  readonly about: string;
  readonly system: System;
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

/** The medians of two systems, and the median and the spread of the ratios of the pairs. */
interface Comparison {
  readonly about: string;
  readonly base: number;
  readonly value: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

export function compare<System extends string>(
  samples: readonly Sample<System>[],
  base: System,
  system: System,
): readonly Comparison[] {
  return [...new Set(samples.map(({ about }) => about))].flatMap((about) => {
    const of = (wanted: System) =>
      samples.filter((each) => each.about === about && each.system === wanted).map(({ value }) => value);
    const [bases, values] = [of(base), of(system)];
    if (bases.length === 0 || values.length === 0) return [];
    const ratios = values.map((value, pair) => value / (bases[pair] ?? Number.NaN));
    return {
      about,
      base: median(bases),
      value: median(values),
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
    };
  });
}

export const show = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 3);

export const cellsOf = ({ base, value, ratio, lowest, highest }: Comparison): string[] => [
  show(base),
  show(value),
  `${ratio.toFixed(2)}x`,
  `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
];

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

/** `shares`: how much of the machine other programs used during each measurement. Such a run counts for nothing. */
export function reportOthers(shares: readonly number[]): void {
  const busiest = Math.max(0, ...shares);
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

/** Milliseconds of processor time that the whole machine has used, with what its host took from it. */
function cpuOfMachine(): number {
  const fields =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
  return ((user + nice + system + irq + softirq + steal) / ticksPerSecond) * 1_000;
}

/** Milliseconds; of processes that ended, once somebody has waited for them. */
export function cpuOfTree(root: number): number {
  const processes = new Map(listProcesses().map((each) => [each.pid, each]));
  const isWithin = (pid: number): boolean => {
    for (let each = pid; each !== root; ) {
      const parent = processes.get(each)?.parent;
      if (parent === undefined || parent === 0) return false;
      each = parent;
    }
    return true;
  };
  return [...processes.values()]
    .filter(({ pid }) => isWithin(pid))
    .reduce((sum, { ticks }) => sum + (ticks / ticksPerSecond) * 1_000, 0);
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its processor time, with that of its ended children. */
  readonly ticks: number;
}

function listProcesses(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** Watches for other programs: the share of all processors that neither this process nor what it started accounts for. */
export function watchOthers(): () => number {
  const [machine, own, moment] = [cpuOfMachine(), cpuOfTree(process.pid), performance.now()];
  return () => {
    const elapsed = (performance.now() - moment) * cpus().length;
    return Math.max(0, cpuOfMachine() - machine - (cpuOfTree(process.pid) - own)) / elapsed;
  };
}
