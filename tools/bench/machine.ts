import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

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

/** Megabytes of memory that a process had at most. */
export function peakMemoryOf(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}

/** Milliseconds of processor time that the whole machine has used, with what its host took from it. */
function cpuOfMachine(): number {
  const fields =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
  return ((user + nice + system + irq + softirq + steal) / ticksPerSecond) * 1_000;
}

/**
 * Milliseconds of processor time that a process and everything it started have used, with those that ended, once somebody
 * has waited for them.
 */
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
