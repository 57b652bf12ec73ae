import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux only: where there is no /proc, there are no figures. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of processor time that a process has used. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
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

/** Watches for what else uses the machine: the share of all processors that `pids` do not account for. */
export function watchOthers(pids: readonly number[]): () => number {
  const ours = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [machine, own, moment] = [cpuOfMachine(), ours(), performance.now()];
  return () => {
    const elapsed = (performance.now() - moment) * cpus().length;
    return Math.max(0, cpuOfMachine() - machine - (ours() - own)) / elapsed;
  };
}
