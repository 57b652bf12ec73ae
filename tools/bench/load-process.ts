import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Flooded, FloodJob, ReachJob } from './load.ts';

/** A process that loads a server: it connects, then waits, so that only its work is measured. */
export interface LoadProcess<Order, Result> {
  proceed(order: Order): Promise<Result>;
  end(): Promise<void>;
}

/** In the process of a load: `open` connects, and returns what is done at each order. */
export function serveLoad<Job, Order, Result>(
  open: (job: Job) => Promise<(order: Order) => Promise<Result>>,
): void {
  process.once('message', async (job: Job) => {
    const proceed = await open(job);
    process.on('message', async (order: Order | 'end') => {
      if (order === 'end') process.exit();
      process.send?.(await proceed(order));
    });
    process.send?.('connected');
  });
}

export const startReach = (job: Omit<ReachJob, 'kind'>) =>
  startLoad<ReachJob, object, number[]>('load.ts', { kind: 'reach', ...job });

export const startFlood = (job: Omit<FloodJob, 'kind'>) =>
  startLoad<FloodJob, { seconds: number }, Flooded>('load.ts', { kind: 'flood', ...job });

/** `script`: a file of this folder that calls `serveLoad`. */
export async function startLoad<Job extends object, Order, Result>(
  script: string,
  job: Job,
): Promise<LoadProcess<Order, Result>> {
  const child = fork(join(import.meta.dirname, script));
  child.send(job);
  await hear(child);
  return {
    proceed(order) {
      const result = hear(child);
      child.send(order as object);
      return result as Promise<Result>;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send('end');
      await ended;
    },
  };
}

async function hear(child: ChildProcess): Promise<unknown> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The load ended early.');
  });
  const [said] = await Promise.race([once(child, 'message'), failed]);
  return said;
}
