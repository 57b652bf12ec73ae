import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Accepted, ChangeRequest } from './accept-change.ts';
import {
  type BatchDependencies,
  type BatchResult,
  type Commit,
  createBatchCommitter,
  createCommit,
  type QueuedRequest,
} from './commit-batch.ts';
import { createReachRest } from './reach-rest.ts';
import { createTeamPropagation } from './team-propagation.ts';
import { createTimeSlice } from './time-slice.ts';
import type { WorkTurns } from './work-turns.ts';

/** Pages send changes again that could not be stored; those that come later than this, in milliseconds, are others. */
const SENT_AGAIN_WITHIN = 30_000;

/** Says whether changes wait while none is stored. */
interface CommitProgress {
  follow(request: QueuedRequest): QueuedRequest;
  /** For how long changes have been waiting, or were refused, while none was accepted, in milliseconds. 0 if none waits. */
  stalledFor(): number;
}

/** `clock` counts milliseconds. */
export function createCommitProgress(clock: () => number): CommitProgress {
  /** When each request that waits came, the oldest first. */
  const waiting = new Map<QueuedRequest, number>();
  /** Of those that wait, or waited with them. */
  let acceptedAt = 0;
  let failed: { readonly since: number; readonly at: number } | null = null;

  function answered(request: QueuedRequest, outcome: Outcome<unknown>): void {
    const since = waiting.get(request) ?? 0;
    waiting.delete(request);
    if (outcome.ok) [acceptedAt, failed] = [clock(), null];
    else if (outcome.problem.code === 'storage-failed') {
      failed = { since: failed?.since ?? since, at: clock() };
    }
  }

  return {
    follow(request) {
      if (waiting.size === 0) {
        acceptedAt = 0;
        if (failed && clock() - failed.at >= SENT_AGAIN_WITHIN) failed = null;
      }
      const followed: QueuedRequest = {
        ...request,
        answer(outcome) {
          answered(followed, outcome);
          request.answer(outcome);
        },
      };
      waiting.set(followed, clock());
      return followed;
    },

    stalledFor() {
      const [oldest] = waiting.values();
      return oldest === undefined ? 0 : clock() - Math.max(acceptedAt, failed?.since ?? oldest);
    },
  };
}

/** How long the commit of such a team waits for a row, and how long until the next attempt, in milliseconds. */
const PATIENCE = 50;
const PAUSE = 500;
/** After so many milliseconds a team's changes are refused. Pages keep them, and send them again. */
const LONGEST = 8_000;

interface LockedTeam {
  requests: QueuedRequest[];
  readonly since: number;
  nextAt: number;
}

/**
 * Teams whose changes were not committed because something else, such as a node that hangs, holds one of their rows. Each is
 * committed by itself, and again and again until that works, so that no other team waits with it.
 */
interface LockedTeams {
  /** From now on, the teams of these requests are such teams. */
  add(requests: readonly QueuedRequest[]): void;
  /** Keeps a request if its team is one. */
  take(request: QueuedRequest): boolean;
  /** In how many milliseconds a team is due; null if there is none. */
  dueIn(): number | null;
  /** Commits the requests of a team that is due, if any. Returns what has to be decided with those of all teams again. */
  commitNext(
    commit: (requests: readonly QueuedRequest[], patience: number) => Promise<BatchResult>,
  ): Promise<readonly QueuedRequest[]>;
}

/** `clock` counts milliseconds. */
function createLockedTeams(clock: () => number): LockedTeams {
  const teams = new Map<string, LockedTeam>();

  function take(request: QueuedRequest): boolean {
    const known = teams.get(request.ref.team);
    known?.requests.push(request);
    return known !== undefined;
  }

  function findDue(): [string, LockedTeam] | undefined {
    const now = clock();
    return [...teams].find(([, { nextAt }]) => nextAt <= now);
  }

  return {
    take,

    add(requests) {
      for (const request of requests) {
        if (take(request)) continue;
        teams.set(request.ref.team, { requests: [request], since: clock(), nextAt: clock() });
      }
    },

    dueIn() {
      if (teams.size === 0) return null;
      return Math.max(0, Math.min(...[...teams.values()].map(({ nextAt }) => nextAt)) - clock());
    },

    async commitNext(commit) {
      const [name, team] = findDue() ?? [];
      if (!name || !team) return [];
      const requests = team.requests;
      team.requests = [];
      const { left, locked } = await commit(requests, PATIENCE);
      const unanswered = [...locked, ...left, ...team.requests];
      if (locked.length > 0 && clock() - team.since < LONGEST) {
        team.requests = unanswered;
        team.nextAt = clock() + PAUSE;
        return [];
      }
      teams.delete(name);
      if (locked.length === 0) return unanswered;
      for (const { answer } of unanswered) answer(refuse('storage-failed'));
      return [];
    },
  };
}

interface CommitQueue {
  /**
   * Resolves when the change is durable and was sent to everyone who watches, or is refused. A person's changes are decided
   * in the order they were added, and so are everyone's unless somebody's take long.
   */
  add(request: ChangeRequest): Promise<Outcome<Accepted>>;
  /** Runs a task while no commit does, and before any request that is waiting is decided. */
  runExclusive(task: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is waiting. What a change of a team has not reached yet is left to the next start. */
  close(): Promise<void>;
  stalledFor(): number;
}

interface CommitQueueDependencies
  extends Omit<
    BatchDependencies,
    'timeSlice' | 'count' | 'clock' | 'propagation' | 'follow' | 'goOn' | keyof Commit
  > {
  readonly mostAtOnce?: number | undefined;
  /** Milliseconds of work. */
  readonly clock: () => number;
  readonly turns: WorkTurns;
}

const largestBatch = 1_000;
/** A commit of so many changes is one of many: the next ones come soon. */
const busyBatch = 4;
/** How long they are waited for at most, in milliseconds. */
const longestGathering = 3;
/** How long changes are decided before they are committed if somebody else waits, in milliseconds. */
const longestDecision = 20;

/** What arrives while a commit runs shares the next one. A team whose rows something else holds is committed by itself. */
export function createCommitQueue({ clock, turns, ...dependencies }: CommitQueueDependencies): CommitQueue {
  let waiting: QueuedRequest[] = [];
  let exclusiveTasks: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  /** Ends the wait for more changes. */
  let gathered: { readonly wanted: number; readonly end: () => void } | null = null;
  const timeSlice = createTimeSlice(clock);
  const count = ({ author, ref }: ChangeRequest, milliseconds: number) =>
    turns.count(author ? [author.user, ref.team] : [ref.team], milliseconds);
  const propagation = createTeamPropagation({ ...dependencies, timeSlice });
  const commit = createCommit(dependencies);
  const rest = createReachRest({
    ...{ ...dependencies, ...commit, propagation, runExclusive, turns, clock },
    hasOtherNodes: dependencies.store.commitGroups !== undefined,
  });
  const { follow, goOn } = rest;
  const commitBatch = createBatchCommitter({
    ...{ ...dependencies, ...commit, propagation, follow, goOn, clock, timeSlice, count },
  });
  const lockedTeams = createLockedTeams(() => performance.now());
  const progress = createCommitProgress(() => performance.now());

  /** Those of people and teams that used much time lately come last, the lightest user first. */
  function lightFirst(requests: QueuedRequest[]): QueuedRequest[] {
    const [first] = requests;
    if (!first || requests.every((each) => isSameAuthor(each, first))) return requests;
    const uses = new Map<string | undefined, number>();
    for (const { author, ref } of requests) {
      const use = turns.heavyUse(ref.team) + (author ? turns.heavyUse(author.user) : 0);
      uses.set(author?.user, Math.max(use, uses.get(author?.user) ?? 0));
    }
    const usedBy = ({ author }: QueuedRequest) => uses.get(author?.user) ?? 0;
    return requests.toSorted((one, other) => usedBy(one) - usedBy(other));
  }

  /**
   * Several nodes commit at once, and a commit costs the database as much as many changes. So a node that is busy waits for
   * those whose changes it has just answered, no longer than the last commit took.
   */
  async function gather(answered: number, took: number): Promise<void> {
    if (!dependencies.tellOthers || answered < busyBatch) return;
    await waitFor(Math.min(largestBatch, waiting.length + answered), Math.min(took, longestGathering));
  }

  /** Until so many requests wait; for none, until anything is added. */
  async function waitFor(wanted: number, milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((end) => {
      gathered = { wanted, end };
      timer = setTimeout(end, milliseconds);
    });
    clearTimeout(timer);
    gathered = null;
  }

  async function commitNext(): Promise<void> {
    const ordered = lightFirst(waiting);
    const requests = ordered.slice(0, largestBatch);
    waiting = ordered.slice(largestBatch);
    const start = clock();
    const began = performance.now();
    const hasOthers = (next: QueuedRequest) =>
      requests.some((each) => !isSameAuthor(each, next)) || waiting.some((each) => !isSameAuthor(each, next));
    const { left, locked } = await commitBatch(
      requests,
      (next) => clock() - start > longestDecision && hasOthers(next),
    );
    if (locked.length > 0) {
      lockedTeams.add(locked);
      waiting = waiting.filter((each) => !lockedTeams.take(each));
    }
    if (left.length > 0) waiting = [...left, ...waiting];
    await gather(requests.length - left.length - locked.length, performance.now() - began);
  }

  async function run(): Promise<void> {
    for (;;) {
      const dueIn = lockedTeams.dueIn();
      if (waiting.length === 0 && exclusiveTasks.length === 0) {
        if (dueIn === null) break;
        if (dueIn > 0) await waitFor(0, dueIn);
      }
      // All sockets that are ready are read first, so that their changes share the commit.
      await timeSlice.yieldNow();
      const tasks = exclusiveTasks;
      exclusiveTasks = [];
      for (const task of tasks) await task();
      if (waiting.length > 0) await commitNext();
      const released = await lockedTeams.commitNext((all, patience) =>
        commitBatch(all, () => false, patience),
      );
      if (released.length > 0) waiting = [...released, ...waiting];
    }
    running = null;
  }

  function wake(): void {
    if (gathered && waiting.length >= gathered.wanted) gathered.end();
    running ??= run();
  }

  function runExclusive(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      exclusiveTasks.push(() => task().then(resolve, reject));
      wake();
    });
  }

  return {
    add: (request) =>
      new Promise((answer) => {
        const followed = progress.follow({ ...request, answer });
        if (!lockedTeams.take(followed)) waiting.push(followed);
        wake();
      }),

    runExclusive,

    async close() {
      await rest.close();
      await running;
    },
    stalledFor: progress.stalledFor,
  };
}

const isSameAuthor = (one: QueuedRequest, other: QueuedRequest): boolean =>
  one.author?.user === other.author?.user;
