import { isCrew } from '../../domain/crew/crew.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import {
  type CommitResult,
  type DocumentCommit,
  type DocumentRef,
  type DocumentStore,
  DuplicateChange,
  type HeldDocuments,
  RowsLocked,
  VersionConflict,
} from '../database/document-store.ts';
import type { Telemetry } from '../telemetry.ts';
import {
  type AcceptDependencies,
  type Accepted,
  type ChangeRequest,
  createChangeAcceptor,
} from './accept-change.ts';
import { type CachedDocument, type DocumentCache, documentKey } from './document-cache.ts';
import type { Feed } from './feed.ts';
import { createLaneCheck } from './lanes.ts';
import { changedText } from './message.ts';
import type { CatchUp, ToldChange } from './other-nodes.ts';
import {
  type Batch,
  commitOf,
  createBatch,
  listsChange,
  moveToCache,
  type StagedDocument,
} from './staged-document.ts';
import type { TimeSlice } from './time-slice.ts';

interface CommitDependencies {
  readonly store: Pick<DocumentStore, 'commit' | 'commitGroups' | 'holdDocuments' | 'changeKey'>;
  readonly cache: DocumentCache;
  readonly feed: Feed;
  readonly catchUp: CatchUp;
  /** Null without other nodes. */
  readonly tellOthers: ((changes: readonly ToldChange[]) => void) | null;
  readonly onListsChanged: (ref: DocumentRef) => void;
  /** Whether the sessions of authors are in the store. */
  readonly checksSessions: boolean;
  readonly telemetry: Telemetry;
  readonly logError: (error: unknown) => void;
}

export interface LostGroup {
  readonly documents: readonly StagedDocument[];
  readonly reason: Exclude<CommitResult, 'stored'>;
}

export interface Commit {
  /**
   * Stores what a batch changed, then publishes it. Returns the groups that lost, because another node changed one of their
   * documents or a role first. `held` are documents that it could not change meanwhile. With `patience`, it waits for rows of
   * the database no longer than so many milliseconds. Rejects with `RowsLocked` like `commitGroups`.
   */
  commit(batch: Batch, held?: HeldDocuments | null, patience?: number): Promise<readonly LostGroup[]>;
  /**
   * Brings the documents of groups that lost up to date, and keeps others from changing them until their requests are decided
   * again: resolves with what to commit them by, or release.
   */
  catchUpLost(lost: readonly LostGroup[], patience?: number): Promise<HeldDocuments | null>;
  /** After a failed commit: the problem to refuse the batch with, or null when it can be retried. */
  recover(error: unknown, batch: Batch): Promise<Outcome<Accepted> | null>;
}

type StagedGroup = readonly StagedDocument[];

/**
 * What was decided by looking at a team is only stored as long as the team is as it was: another node may be deleting it, or
 * changing the settings that a new layout starts with. The same goes for the crew that shifts were linked to.
 */
function guardsOf(group: StagedGroup): DocumentCommit[] {
  return group
    .filter(({ document, changes }) => changes.size === 0 && isLookedAt(document))
    .filter(({ document }) => document.version > 0)
    .map(({ document: { team, document, version } }) => ({
      ...{ team, document, kind: document === team ? 'team' : 'crew', from: version },
      ...{ changes: [], columns: null, snapshot: null },
    }));
}

const isLookedAt = (ref: DocumentRef): boolean => ref.document === ref.team || isCrew(ref);

export function createCommit(dependencies: CommitDependencies): Commit {
  const { store, cache, feed, catchUp, tellOthers, onListsChanged, checksSessions, telemetry, logError } =
    dependencies;
  /** A commit that failed may be stored all the same, for example when only its answer was lost. */
  async function publishLost({ documents }: Batch): Promise<void> {
    for (const { document } of documents.values()) {
      if ((await store.changeKey(document, document.version + 1)) === null) continue;
      await cache.reload(document);
      feed.republish(document);
      onListsChanged(document);
    }
  }

  async function storeGroups(
    groups: readonly StagedGroup[],
    held: HeldDocuments | null,
    patience: number | undefined,
  ): Promise<readonly CommitResult[]> {
    const commitsOf = (group: StagedGroup) =>
      group.map((staged) => commitOf(staged, checksSessions)).filter((each) => each !== null);
    const commitGroups = held?.commitGroups ?? store.commitGroups;
    if (commitGroups) {
      const guarded = groups.map((group) => [...commitsOf(group), ...guardsOf(group)]);
      return commitGroups(guarded, patience);
    }
    await store.commit(groups.flatMap(commitsOf));
    return groups.map(() => 'stored');
  }

  function publish(documents: readonly StagedDocument[]): void {
    const changed = documents.filter(({ changes }) => changes.size > 0);
    const inLists = changed.filter(listsChange);
    for (const each of changed) moveToCache(each);
    const told = changed
      .filter(({ document }) => tellOthers || document.watchers.size > 0)
      .flatMap(({ document, changes }) =>
        [...changes.values()].map((change) => ({
          ...{ document, version: change.version },
          text: changedText(document, change),
        })),
      );
    // They are further away than the pages of this node.
    tellOthers?.(told);
    for (const { document, text } of told) feed.publish(document, text);
    for (const { document } of inLists) onListsChanged(document);
  }

  return {
    async commit(batch, held = null, patience) {
      const groups = batch.groups().filter((group) => group.some(({ changes }) => changes.size > 0));
      if (groups.length === 0) return [];
      const changes = groups.flat().reduce((sum, each) => sum + each.changes.size, 0);
      const results = await telemetry.commit(changes, () => storeGroups(groups, held, patience));
      const stored: StagedDocument[] = [];
      const lost: LostGroup[] = [];
      for (const [index, documents] of groups.entries()) {
        const result = results[index] ?? 'stored';
        if (result === 'stored') stored.push(...documents);
        else lost.push({ documents, reason: result });
      }
      publish(stored);
      return lost;
    },

    async catchUpLost(lost, patience) {
      const documents = lost
        .filter(({ reason }) => reason !== 'duplicate')
        .flatMap((group) => group.documents.map(({ document }) => document));
      const held = (documents.length > 0 && (await store.holdDocuments?.(documents, patience))) || null;
      try {
        await Promise.all(documents.map(catchUp.catchUp));
        return held;
      } catch (error) {
        await held?.release();
        throw error;
      }
    },

    async recover(error, batch) {
      try {
        if (error instanceof DuplicateChange) return null;
        if (!(error instanceof VersionConflict)) {
          await publishLost(batch).catch(logError);
          throw error;
        }
        for (const { document } of batch.documents.values()) await catchUp.catchUp(document);
        return null;
      } catch (failure) {
        logError(failure);
        return refuse('storage-failed');
      }
    },
  };
}

export interface QueuedRequest extends ChangeRequest {
  readonly answer: (outcome: Outcome<Accepted>) => void;
  /** What became of the author after they sent it: they were signed out, or left the team. */
  readonly refusal?: 'signed-out' | 'not-found';
  /** Another node was quicker once. */
  readonly hasLost?: boolean;
}

export type BatchDependencies = AcceptDependencies &
  CommitDependencies &
  Commit & {
    readonly timeSlice: TimeSlice;
    /** Goes on after a commit with what it left out. */
    readonly follow: (batch: Batch) => Promise<void>;
    readonly isSessionAlive: (session: string) => Promise<boolean>;
    /** Milliseconds of work. */
    readonly clock: () => number;
    /** Counts the work of deciding a request. */
    readonly count: (request: ChangeRequest, milliseconds: number) => void;
  };

export interface BatchResult {
  /** Requests that were not decided, or have to be decided again. */
  readonly left: readonly QueuedRequest[];
  /** Those that were not committed because something else held a row of one of their teams for too long. */
  readonly locked: readonly QueuedRequest[];
}

/** Requests are decided again when their documents were changed elsewhere meanwhile, or a change was stored before. */
const mostAttempts = 10;

const keysOf = (lost: readonly LostGroup[]): ReadonlySet<string> =>
  new Set(lost.flatMap(({ documents }) => documents.map(({ document }) => document.key)));

/** The same function, which looks up nothing twice. */
function once<Names extends string[], Found>(
  find: (...names: Names) => Promise<Found>,
): (...names: Names) => Promise<Found> {
  const known = new Map<string, Promise<Found>>();
  return (...names) => {
    const key = names.join('/');
    const found = known.get(key) ?? find(...names);
    known.set(key, found);
    return found;
  };
}

/**
 * Returns a function that decides requests one by one, commits them in one transaction, and answers them. It stops before
 * the first request that `isOver` is true for, and returns the requests that are left. With `patience`, it waits for rows of the
 * database no longer than so many milliseconds.
 */
export function createBatchCommitter(dependencies: BatchDependencies) {
  const { cache, catchUp, findRole, isSessionAlive, timeSlice, clock, count, telemetry, logError } =
    dependencies;
  const { commit, catchUpLost, recover, follow } = dependencies;
  const acceptChange = createChangeAcceptor(dependencies);

  /** The versions that lost to those of other nodes. */
  let lostVersions = new Map<CachedDocument, number>();

  /** Most documents that lost were brought up to date since by the news of the node that was quicker. */
  async function catchUpUntold(): Promise<void> {
    if (lostVersions.size === 0) return;
    const untold = [...lostVersions].filter(([{ version }, lost]) => version === lost);
    lostVersions = new Map();
    if (untold.length > 0) await catchUp.catchUpAll(untold.map(([document]) => document)).catch(logError);
  }

  /**
   * Requests that lost once are decided again with the next batch. Those that lose again would go on to, where the other node
   * is quicker each time.
   */
  function isLostOnce(lost: readonly LostGroup[], again: readonly QueuedRequest[]): boolean {
    return lost.every(({ reason }) => reason === 'conflict') && !again.some(({ hasLost }) => hasLost);
  }

  async function decideAll(
    requests: readonly QueuedRequest[],
    batch: Batch,
    searchEarlier: boolean,
    isOver: (next: QueuedRequest) => boolean,
  ): Promise<readonly Outcome<Accepted>[]> {
    const outcomes: Outcome<Accepted>[] = [];
    const lanes = createLaneCheck();
    // A document that cannot be loaded is no reason to refuse the changes of others.
    const unloadable = new Set<string>();

    async function decide(request: QueuedRequest): Promise<Outcome<Accepted>> {
      const { id, order } = request;
      const inLane = order && { id, again: order.again, lane: order.lane };
      if (inLane && lanes.isBlocked(inLane)) return refuse('too-busy');
      const outcome = await accept(request);
      if (inLane) lanes.decided(inLane, outcome);
      return outcome;
    }

    async function accept(request: QueuedRequest): Promise<Outcome<Accepted>> {
      const { ref, order, refusal } = request;
      if (refusal) return refuse(refusal);
      const isUnloadable = unloadable.size > 0 && unloadable.has(documentKey(ref));
      const staged = isUnloadable ? null : await batch.tryStage(ref, order?.lane.key);
      if (staged) return acceptChange(request, staged, batch, searchEarlier);
      unloadable.add(documentKey(ref));
      return refuse('storage-failed');
    }

    for (const request of requests) {
      const due = timeSlice.yieldIfDue();
      if (due) await due;
      if (outcomes.length > 0 && isOver(request)) break;
      batch.nextRequest();
      const start = clock();
      outcomes.push(await decide(request));
      count(request, clock() - start);
    }
    return outcomes;
  }

  /** The requests of some documents as their authors may make them now. */
  async function asAllowed(
    requests: readonly QueuedRequest[],
    documents: ReadonlySet<string>,
  ): Promise<readonly QueuedRequest[]> {
    const roleOf = once(findRole);
    const isAlive = once(isSessionAlive);
    return Promise.all(
      requests.map(async (request) => {
        const { author, ref } = request;
        if (!author || !documents.has(documentKey(ref))) return request;
        if (author.session !== undefined && !(await isAlive(author.session))) {
          return { ...request, refusal: 'signed-out' as const };
        }
        const role = await roleOf(ref.team, author.user);
        return role
          ? { ...request, author: { ...author, role } }
          : { ...request, refusal: 'not-found' as const };
      }),
    );
  }

  return async function commitBatch(
    requests: readonly QueuedRequest[],
    isOver: (next: QueuedRequest) => boolean,
    patience?: number,
  ): Promise<BatchResult> {
    let searchEarlier = false;
    let open = requests;
    let undecided: readonly QueuedRequest[] = [];
    const leaving = (left: readonly QueuedRequest[]): BatchResult => ({ left, locked: [] });
    let next: HeldDocuments | null = null;
    await catchUpUntold();
    for (let attempt = 1; ; attempt++) {
      const batch = createBatch(cache, logError);
      const held = next;
      next = null;
      try {
        // Requests that lost were few enough the first time, and would lose again if they waited.
        const isEnough = attempt === 1 ? isOver : () => false;
        const outcomes = await decideAll(open, batch, searchEarlier, isEnough);
        const lost = await commit(batch, held, patience);
        undecided = [...open.slice(outcomes.length), ...undecided];
        const lostKeys = keysOf(lost);
        // Refusals wait for the commit, too: they may rest on a change that was not stored in the end.
        const again = open.slice(0, outcomes.length).filter(({ ref, answer }, index) => {
          if (lostKeys.size > 0 && lostKeys.has(documentKey(ref))) return true;
          answer(outcomes[index] ?? refuse('too-busy'));
          return false;
        });
        await follow(batch).catch(logError);
        if (again.length === 0) return leaving(undecided);
        if (attempt === 1 && isLostOnce(lost, again)) {
          telemetry.retried(again.length);
          const documents = lost.flatMap((group) => group.documents);
          lostVersions = new Map(documents.map(({ document }) => [document, document.version]));
          return leaving([...again.map((request) => ({ ...request, hasLost: true })), ...undecided]);
        }
        if (attempt === mostAttempts) {
          for (const { answer } of again) answer(refuse('too-busy'));
          return leaving(undecided);
        }
        searchEarlier ||= lost.some(({ reason }) => reason === 'duplicate');
        const staleKeys = keysOf(lost.filter(({ reason }) => reason === 'author-changed'));
        open = staleKeys.size === 0 ? again : await asAllowed(again, staleKeys);
        telemetry.retried(open.length);
        next = await catchUpLost(lost, patience);
      } catch (error) {
        if (error instanceof RowsLocked) return { left: undecided, locked: open };
        const problem = await recover(error, batch);
        searchEarlier ||= error instanceof DuplicateChange;
        if (problem === null && attempt < mostAttempts) {
          telemetry.retried(open.length);
          continue;
        }
        for (const { answer } of open) answer(problem ?? refuse('too-busy'));
        return leaving(undecided);
      } finally {
        batch.release();
        await held?.release();
      }
    }
  };
}
