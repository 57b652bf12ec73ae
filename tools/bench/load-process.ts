import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, Told } from './load.ts';

/** A process that loads a server: it connects, then waits, so that only its work is measured. */
export interface LoadProcess<Result> {
  readonly pid: number;
  proceed(order?: unknown): Promise<Result>;
  end(): Promise<void>;
}

/** `script`: a file of this folder. It gets the job, says something when it has connected, and something when it is done. */
export async function startProcess<Result>(script: string, job: object): Promise<LoadProcess<Result>> {
  const child = fork(join(import.meta.dirname, script));
  child.send(job);
  await hear(child);
  return {
    pid: child.pid ?? 0,
    proceed: (order = 'go on') => {
      const told = hear(child);
      child.send(order as string);
      return told as Promise<Result>;
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send('end');
      await ended;
    },
  };
}

export async function startLoad<Kind extends Job['kind']>(job: Job & { kind: Kind }) {
  return startProcess<Told & { told: Kind extends 'reach' ? 'reached' : 'flooded' }>('load.ts', job);
}

async function hear(child: ChildProcess): Promise<unknown> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The load ended early.');
  });
  const [told] = await Promise.race([once(child, 'message'), failed]);
  return told;
}
