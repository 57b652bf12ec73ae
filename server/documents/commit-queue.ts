import type { Outcome } from '../../domain/problem/problem.ts';
import type { Accepted, ChangeRequest } from './accept-change.ts';
import { type BatchDependencies, createBatchCommitter, type QueuedRequest } from './commit-batch.ts';
import { createTimeSlice } from './time-slice.ts';

export interface CommitQueue {
  /**
   * Resolves when the change is durable and was sent to everyone who watches, or is refused. Changes are decided in the
   * order they were added.
   */
  add(request: ChangeRequest): Promise<Outcome<Accepted>>;
  /** Runs a task while no commit does, and before any request that is waiting is decided. */
  runExclusive(task: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is waiting. */
  settled(): Promise<void>;
}

interface CommitQueueDependencies extends Omit<BatchDependencies, 'timeSlice'> {
  /** Milliseconds of work. */
  readonly clock: () => number;
}

const largestBatch = 1_000;

/** One commit at a time. What arrives while it runs shares the next one. */
export function createCommitQueue({ clock, ...dependencies }: CommitQueueDependencies): CommitQueue {
  let waiting: QueuedRequest[] = [];
  let exclusiveTasks: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const timeSlice = createTimeSlice(clock);
  const commitBatch = createBatchCommitter({ ...dependencies, timeSlice });

  async function run(): Promise<void> {
    while (waiting.length > 0 || exclusiveTasks.length > 0) {
      // All sockets that are ready are read first, so that their changes share the commit.
      await timeSlice.yieldNow();
      const tasks = exclusiveTasks;
      exclusiveTasks = [];
      for (const task of tasks) await task();
      const requests = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await commitBatch(requests);
    }
    running = null;
  }

  return {
    add: (request) =>
      new Promise((answer) => {
        waiting.push({ ...request, answer });
        running ??= run();
      }),

    runExclusive: (task) =>
      new Promise((resolve, reject) => {
        exclusiveTasks.push(() => task().then(resolve, reject));
        running ??= run();
      }),

    settled: () => running ?? Promise.resolve(),
  };
}
