import type { Outcome } from '../../domain/problem/problem.ts';
import type { Accepted, ChangeRequest } from './accept-change.ts';
import { type BatchDependencies, createBatchCommitter, type QueuedRequest } from './commit-batch.ts';
import { createTimeSlice } from './time-slice.ts';

export interface CommitQueue {
  /**
   * Resolves when the change is durable and was sent to everyone who watches, or is refused. A person's changes are decided
   * in the order they were added, and so are everyone's unless somebody's take long.
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
/** How long changes are decided before they are committed if somebody else waits, in milliseconds. */
const longestDecision = 50;

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
      const start = clock();
      const left = await commitBatch(
        requests,
        (next) => clock() - start > longestDecision && waiting.some((each) => !isSameAuthor(each, next)),
      );
      if (left.length > 0) waiting = inTurns([...left, ...waiting]);
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

const isSameAuthor = (one: QueuedRequest, other: QueuedRequest): boolean =>
  one.author?.user === other.author?.user;

/** The first of each author, then the second of each, and so on. */
function inTurns(requests: readonly QueuedRequest[]): QueuedRequest[] {
  const counts = new Map<string | undefined, number>();
  const turns: QueuedRequest[][] = [];
  for (const request of requests) {
    const turn = counts.get(request.author?.user) ?? 0;
    counts.set(request.author?.user, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(request);
  }
  return turns.flat();
}
