import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import {
  type DocumentRef,
  type DocumentStore,
  DuplicateChange,
  VersionConflict,
} from '../store/document-store.ts';
import type { Accepted } from './accept-change.ts';
import type { Batch } from './batch.ts';
import type { DocumentCache } from './document-cache.ts';
import type { Feed } from './feed.ts';
import { commitOf, listsChange, moveToCache } from './staged-document.ts';

export interface CommitDependencies {
  readonly store: Pick<DocumentStore, 'commit' | 'changeKey'>;
  readonly cache: DocumentCache;
  readonly feed: Feed;
  readonly onListsChanged: (ref: DocumentRef) => void;
  readonly logError: (error: unknown) => void;
}

export interface Commit {
  /** Stores what a batch changed in one transaction, then publishes it. */
  commit(batch: Batch): Promise<void>;
  /** After a failed commit: the problem to refuse the batch with, or null when it can be retried. */
  recover(error: unknown, batch: Batch): Promise<Outcome<Accepted> | null>;
}

export function createCommit({ store, cache, feed, onListsChanged, logError }: CommitDependencies): Commit {
  /** A commit that failed may be stored all the same, for example when only its answer was lost. */
  async function catchUp({ documents }: Batch): Promise<void> {
    for (const { document } of documents.values()) {
      if ((await store.changeKey(document, document.version + 1)) === null) continue;
      await cache.reload(document);
      feed.republish(document);
      onListsChanged(document);
    }
  }

  return {
    async commit({ documents }) {
      const staged = [...documents.values()];
      const commits = staged.map(commitOf).filter((each) => each !== null);
      if (commits.length === 0) return;
      await store.commit(commits);
      for (const each of staged) {
        if (each.changes.size === 0) continue;
        const inLists = listsChange(each);
        moveToCache(each);
        feed.publish(each.document, [...each.changes.values()]);
        if (inLists) onListsChanged(each.document);
      }
    },

    async recover(error, batch) {
      try {
        if (error instanceof DuplicateChange) return null;
        if (!(error instanceof VersionConflict)) {
          await catchUp(batch).catch(logError);
          throw error;
        }
        for (const { document } of batch.documents.values()) {
          const { version, lastChange } = document;
          await cache.reload(document);
          if (document.version !== version || document.lastChange !== lastChange) feed.republish(document);
        }
        return null;
      } catch (failure) {
        logError(failure);
        return refuse('storage-failed');
      }
    },
  };
}
