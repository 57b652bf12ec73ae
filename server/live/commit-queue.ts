import type { Outcome } from '../../domain/problem/problem.ts';
import { type Accepted, type ChangeRequest, createChangeAcceptor } from './accept-change.ts';
import { createBackgroundPropagation } from './background-propagation.ts';
import { createBatchCommitter, createCommit, type QueuedRequest } from './commit-batch.ts';
import type { Engine } from './engine.ts';
import { createTeamPropagation } from './team-propagation.ts';

const largestBatch = 1_000;
/** How long changes are decided before they are committed if somebody else waits, in milliseconds: nobody waits for all of a script's. */
const longestDecision = 20;

/** What arrives while a commit runs shares the next one: taps of a busy minute don't wait for a sync of the disk each. */
export function createCommitQueue(engine: Engine) {
  const { clock, turns, timeSlice } = engine;
  let waiting: QueuedRequest[] = [];
  let exclusiveTasks: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const propagation = createTeamPropagation(engine);
  const commit = createCommit(engine);
  const background = createBackgroundPropagation(engine, { ...commit, propagation, runExclusive });
  const acceptChange = createChangeAcceptor(engine, { propagation, goOn: background.goOn });
  const commitBatch = createBatchCommitter(engine, { ...commit, acceptChange, follow: background.follow });

  /** Those of people and teams that used much time lately come last, or a tap would wait for a script's. */
  function lightFirst(requests: readonly QueuedRequest[]): readonly QueuedRequest[] {
    const uses = new Map<string, number>();
    // Once for each, so that their changes stay in their order.
    function weigh({ author, ref: { team } }: QueuedRequest): number {
      const key = `${author?.user}/${team}`;
      const use = uses.get(key) ?? turns.heavyUse(author ? [author.user, team] : [team]);
      uses.set(key, use);
      return use;
    }
    return requests
      .map((request) => ({ request, use: weigh(request) }))
      .sort((one, other) => one.use - other.use)
      .map(({ request }) => request);
  }

  async function commitNext(): Promise<void> {
    const requests = lightFirst(waiting).slice(0, largestBatch);
    const taken = new Set(requests);
    waiting = waiting.filter((each) => !taken.has(each));
    const start = clock();
    const isOther = (next: QueuedRequest) => (each: QueuedRequest) => each.author?.user !== next.author?.user;
    const left = await commitBatch(
      requests,
      (next) =>
        clock() - start > longestDecision && (requests.some(isOther(next)) || waiting.some(isOther(next))),
    );
    waiting = [...left, ...waiting];
  }

  async function run(): Promise<void> {
    while (waiting.length > 0 || exclusiveTasks.length > 0) {
      // All sockets that are ready are read first, so that their changes share the commit.
      await timeSlice.yieldNow();
      const tasks = exclusiveTasks;
      exclusiveTasks = [];
      for (const task of tasks) await task();
      if (waiting.length > 0) await commitNext();
    }
    running = null;
  }

  /** Runs a task while no commit does, and before any request that is waiting is decided. */
  function runExclusive(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      exclusiveTasks.push(() => task().then(resolve, reject));
      running ??= run();
    });
  }

  return {
    /**
     * Resolves when the change is durable and was sent to everyone who watches, or is refused. A person's changes are decided
     * in the order they were added, and so are everyone's unless somebody's take long.
     */
    add: (request: ChangeRequest) =>
      new Promise<Outcome<Accepted>>((answer) => {
        waiting.push({ ...request, answer });
        running ??= run();
      }),

    runExclusive,

    /** Resolves when nothing is waiting. What a change of a team has not reached yet is left to the next start. */
    async close(): Promise<void> {
      await background.close();
      await running;
    },
  };
}
