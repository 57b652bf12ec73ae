import { isSame } from '../../domain/change/same.ts';
import { crewDocument, isCrew } from '../../domain/crew/crew-document.ts';
import { knownIn } from '../../domain/crew/crew-index.ts';
import { type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import {
  AuthorChanged,
  type CommitResult,
  type DocumentCommit,
  type DocumentRef,
  DuplicateChange,
  VersionConflict,
} from '../database/document-store.ts';
import {
  type AcceptChange,
  type Accepted,
  type ChangeRequest,
  createChangeAcceptor,
} from './accept-change.ts';
import { type BackgroundPropagation, createBackgroundPropagation } from './background-propagation.ts';
import { documentKey } from './document-cache.ts';
import type { Engine } from './engine.ts';
import { createLaneCheck } from './lanes.ts';
import {
  type Batch,
  commitOf,
  createBatch,
  listsChange,
  moveToCache,
  type StagedDocument,
} from './staged-document.ts';
import { createTeamPropagation } from './team-propagation.ts';

interface QueuedRequest extends ChangeRequest {
  readonly answer: (outcome: Outcome<Accepted>) => void;
  /** Why it was decided and not stored, each time, because another node was quicker or the change was stored before. */
  readonly lostBy?: readonly LostGroup['reason'][];
}

/** Changes of one commit: when hundreds of tablets come back with what they kept, the first doesn't wait for all of it. */
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

/** Far more often than any change loses. One that always does must not be tried for ever: its page would get no answer. */
const mostAttempts = 100;

type BatchDependencies = Commit &
  Pick<BackgroundPropagation, 'follow'> & { readonly acceptChange: AcceptChange };

/**
 * Returns a function that decides requests one by one, commits them in one transaction, and answers them. It stops before
 * the first request that `isOver` is true for, and returns the requests that were not decided, or have to be decided again.
 */
function createBatchCommitter(engine: Engine, parts: BatchDependencies) {
  const { store, cache, isSessionAlive, kioskAuthor, timeSlice, turns, clock, telemetry, logError } = engine;
  const { acceptChange, commit, publishLost, follow } = parts;

  async function decideAll(
    requests: readonly QueuedRequest[],
    batch: Batch,
    isOver: (next: QueuedRequest) => boolean,
  ): Promise<readonly Outcome<Accepted>[]> {
    const outcomes: Outcome<Accepted>[] = [];
    const lanes = createLaneCheck();

    async function decide(request: QueuedRequest): Promise<Outcome<Accepted>> {
      const { id, order } = request;
      const inLane = order && { id, again: order.again, lane: order.lane };
      if (inLane && lanes.isBlocked(inLane)) return refuse('too-busy');
      const outcome = await accept(request);
      if (inLane) lanes.decided(inLane, outcome);
      return outcome;
    }

    async function accept(request: QueuedRequest): Promise<Outcome<Accepted>> {
      const { ref, order, lostBy } = request;
      const allowed = await allow(request, batch);
      if (typeof allowed === 'string') return refuse(allowed);
      // A document that cannot be loaded is no reason to refuse the changes of others.
      const staged = await batch.tryStage(ref, order?.lane.key);
      if (!staged) return refuse('storage-failed');
      return acceptChange(allowed, staged, batch, lostBy?.includes('duplicate') ?? false);
    }

    for (const request of requests) {
      const due = timeSlice.yieldIfDue();
      if (due) await due;
      if (outcomes.length > 0 && isOver(request)) break;
      batch.nextRequest();
      const start = clock();
      outcomes.push(await decide(request));
      const { author, ref } = request;
      turns.count(author ? [author.user, ref.team] : [ref.team], clock() - start);
    }
    return outcomes;
  }

  /** The same request as long as nothing is known to have changed about its author. */
  async function allow(request: QueuedRequest, batch: Batch): Promise<QueuedRequest | ProblemCode> {
    const { author, ref, lostBy } = request;
    if (lostBy?.at(-1) !== 'author-changed' && (await isAsKnown(author, ref, batch))) return request;
    const now = await asAllowed(request);
    if (typeof now === 'string' || (await isAsKnown(now.author, ref, batch))) return now;
    // A change of the same batch is about them: the next one sees what it left.
    return 'too-busy';
  }

  /** Whether the crew still says of a person at a kiosk what their rights were found by. */
  async function isAsKnown(
    author: QueuedRequest['author'],
    { team }: DocumentRef,
    batch: Batch,
  ): Promise<boolean> {
    const known = author?.kiosk?.known;
    if (!known) return true;
    const crew = (await batch.tryStage({ team, document: crewDocument }))?.body;
    return crew?.kind === 'crew' && isSame(knownIn(crew, known.person), known);
  }

  /** The request as its author may make it now, or what became of them: they were signed out, or left the team. */
  async function asAllowed(request: QueuedRequest): Promise<QueuedRequest | ProblemCode> {
    const { author, ref } = request;
    if (!author) return request;
    if (author.kiosk) {
      const now = await kioskAuthor?.(ref.team, author.kiosk);
      return now?.ok ? { ...request, author: now.value } : (now?.problem.code ?? 'device-refused');
    }
    const { session } = author;
    if (isSessionAlive && session !== undefined && !(await isSessionAlive(session))) return 'signed-out';
    const role = await store.members.role(ref.team, author.user);
    return role ? { ...request, author: { ...author, role } } : 'not-found';
  }

  /** The request to be decided again, unless that was done too often. */
  function lose(request: QueuedRequest, reason: LostGroup['reason']): readonly QueuedRequest[] {
    const { lostBy = [], answer } = request;
    telemetry.retried(1);
    if (lostBy.length < mostAttempts) return [{ ...request, lostBy: [...lostBy, reason] }];
    answer(refuse('too-busy'));
    return [];
  }

  return async function commitBatch(
    requests: readonly QueuedRequest[],
    isOver: (next: QueuedRequest) => boolean,
  ): Promise<readonly QueuedRequest[]> {
    const batch = createBatch(cache, logError);
    try {
      const outcomes = await decideAll(requests, batch, isOver);
      const lost = await commit(batch);
      const reasons = new Map(
        lost.flatMap(({ documents, reason }) => documents.map(({ document }) => [document.key, reason])),
      );
      // Refusals wait for the commit, too: they may rest on a change that was not stored in the end.
      const again = requests.slice(0, outcomes.length).flatMap((request, index) => {
        const reason = reasons.get(documentKey(request.ref));
        if (reason) return lose(request, reason);
        request.answer(outcomes[index] ?? refuse('too-busy'));
        return [];
      });
      await follow(batch).catch(logError);
      return [...again, ...requests.slice(outcomes.length)];
    } catch (error) {
      if (error instanceof VersionConflict) return requests.flatMap((request) => lose(request, 'conflict'));
      await publishLost(batch).catch(logError);
      logError(error);
      for (const { answer } of requests) answer(refuse('storage-failed'));
      return [];
    } finally {
      batch.release();
    }
  };
}

type StagedGroup = readonly StagedDocument[];

interface LostGroup {
  readonly documents: StagedGroup;
  readonly reason: Exclude<CommitResult, 'stored'>;
}

/**
 * What was decided by looking at a team is only stored as long as the team is as it was: another node may be deleting it, or
 * changing the settings that a new layout starts with. The same goes for the crew that shifts were linked to.
 */
function guardsOf(group: StagedGroup): DocumentCommit[] {
  return group
    .filter(({ document, changes }) => changes.size === 0 && isLookedAt(document))
    .filter(({ document }) => document.version > 0)
    .map(({ document: { team, document, version } }) => ({
      team,
      document,
      kind: document === team ? 'team' : 'crew',
      from: version,
      changes: [],
      columns: null,
      snapshot: null,
    }));
}

const isLookedAt = (ref: DocumentRef): boolean => ref.document === ref.team || isCrew(ref);

export type Commit = ReturnType<typeof createCommit>;

export function createCommit(engine: Engine) {
  const { store, cache, feed, catchUp, tellOthers, onListsChanged, telemetry, logError } = engine;
  const { commit, commitGroups, changeKey } = store.documents;
  const checksSessions = engine.isSessionAlive !== undefined;

  async function storeGroups(groups: readonly StagedGroup[]): Promise<readonly CommitResult[]> {
    const commitsOf = (group: StagedGroup) =>
      group.map((staged) => commitOf(staged, checksSessions)).filter((each) => each !== null);
    if (commitGroups) {
      return commitGroups(groups.map((group) => [...commitsOf(group), ...guardsOf(group)]));
    }
    try {
      await commit(groups.flatMap(commitsOf));
      return groups.map(() => 'stored');
    } catch (error) {
      if (error instanceof DuplicateChange) return groups.map(() => 'duplicate');
      if (error instanceof AuthorChanged) return groups.map(() => 'author-changed');
      if (error instanceof VersionConflict) return groups.map(() => 'conflict');
      throw error;
    }
  }

  function publish(documents: readonly StagedDocument[]): void {
    const changed = documents.filter(({ changes }) => changes.size > 0);
    const inLists = changed.filter(listsChange);
    for (const each of changed) moveToCache(each);
    // They are further away than the pages of this node.
    tellOthers?.(changed.map(({ document }) => document));
    for (const { document, changes } of changed) {
      for (const change of changes.values()) feed.publish(document, change);
    }
    for (const { document } of inLists) onListsChanged(document);
  }

  return {
    /**
     * Stores what a batch changed, then publishes it. Returns the groups that lost, because another node changed one of their
     * documents or a role first: their documents are up to date by then.
     */
    async commit(batch: Batch): Promise<readonly LostGroup[]> {
      const groups = batch.groups().filter((group) => group.some(({ changes }) => changes.size > 0));
      if (groups.length === 0) return [];
      const changes = groups.flat().reduce((sum, each) => sum + each.changes.size, 0);
      const results = await telemetry.commit(changes, () => storeGroups(groups));
      const stored: StagedDocument[] = [];
      const lost: LostGroup[] = [];
      for (const [index, documents] of groups.entries()) {
        const result = results[index] ?? 'stored';
        if (result === 'stored') stored.push(...documents);
        else lost.push({ documents, reason: result });
      }
      publish(stored);
      const behind = lost
        .filter(({ reason }) => reason !== 'duplicate')
        .flatMap(({ documents }) => documents);
      await catchUp(behind.map(({ document }) => document)).catch(logError);
      return lost;
    },

    /** A commit that failed may be stored all the same, if only its answer was lost: pages would go on without its changes. */
    async publishLost({ documents }: Batch): Promise<void> {
      for (const { document } of documents.values()) {
        if ((await changeKey(document, document.version + 1)) === null) continue;
        await cache.reload(document);
        feed.republish(document);
        onListsChanged(document);
      }
    },
  };
}
