import { isCrew } from '../../domain/crew/crew.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import {
  type CommitResult,
  type DocumentCommit,
  type DocumentRef,
  type DocumentStore,
  DuplicateChange,
  type HeldDocuments,
  VersionConflict,
} from '../database/document-store.ts';
import type { Telemetry } from '../telemetry.ts';
import type { Accepted } from './accept-change.ts';
import type { Batch } from './batch.ts';
import type { CatchUp } from './catch-up.ts';
import type { DocumentCache } from './document-cache.ts';
import type { Feed } from './feed.ts';
import { changedText } from './message.ts';
import type { ToldChange } from './other-nodes.ts';
import { commitOf, listsChange, moveToCache, type StagedDocument } from './staged-document.ts';

export interface CommitDependencies {
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
