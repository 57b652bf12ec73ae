import type { Envelope } from '../../contract/changes.ts';
import type { Change } from '../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { newId } from '../id.ts';
import type { DocumentRef, DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { Store } from '../store/store.ts';
import type { Quotas } from './change-validator.ts';
import { type Accepted, createCommitQueue } from './commit-queue.ts';
import { type CachedDocument, createDocumentCache } from './document-cache.ts';
import { createFeed } from './feed.ts';
import type { Resume, Watcher } from './live/watcher.ts';
import type { Author } from './staged-document.ts';

/** The engine: documents change here and nowhere else. Access to the team is the caller's to check. */
export interface Documents {
  /** Names this history of the store. */
  readonly epoch: string;
  /**
   * Makes a person's change durable and shows it to all who watch. The same id a second time answers as it did the
   * first. Problems: what `apply` refuses, `not-allowed`, `storage-failed`, `too-busy`.
   */
  change(author: Author, name: DocumentRef, envelope: Envelope): Promise<Outcome<Accepted>>;
  /** The server's own change, by nobody. */
  issue(name: DocumentRef, change: Change): Promise<Outcome<Accepted>>;
  /** Null when there is no such document. */
  read(name: DocumentRef): Promise<StoredDocument | null>;
  list: DocumentStore['list'];
  /** For good. Changes of it that wait or come later are refused; who watches it sees nothing more. */
  deleteTeam(team: string): Promise<Outcome<null>>;
  /**
   * Shows the watcher one document as it is, or what it missed, then each change of it, until `unwatch`. False when
   * there is no such document.
   */
  watch(name: DocumentRef, watcher: Watcher, resume?: Resume): Promise<boolean>;
  unwatch(watcher: Watcher): void;
  /** Calls when what lists show of a document was made or changed. Returns how to stop that. */
  onListsChanged(listener: (name: DocumentRef) => void): () => void;
  /** Answers what waits, refuses what comes, and leaves the store ready for a quick start. */
  close(): Promise<void>;
}

interface Parts {
  readonly store: Pick<Store, 'documents' | 'logos' | 'epoch'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of work, for taking turns; not the time of day. */
  readonly clock?: () => number;
  readonly log?: { error(error: unknown): void };
  readonly quotas?: Partial<Quotas>;
  /** How many documents that nobody watches stay in memory. */
  readonly idleLimit?: number;
}

export function createDocuments(parts: Parts): Documents {
  const { store, now, clock = () => performance.now(), log, idleLimit = 500 } = parts;
  const logError = (error: unknown) => log?.error(error);
  const warm = createDocumentCache({ store: store.documents, idleLimit, logError });
  const feed = createFeed(store.documents, store.epoch);
  const listeners = new Set<(name: DocumentRef) => void>();
  const queue = createCommitQueue({
    store: store.documents,
    logos: store.logos,
    warm,
    feed,
    now,
    clock,
    quotas: parts.quotas,
    onListsChanged: (name) => {
      for (const listener of listeners) listener(name);
    },
    logError,
  });
  const watched = new Map<Watcher, CachedDocument>();
  let closed = false;

  async function add(
    name: DocumentRef,
    { id, change }: Envelope,
    author: Author | null,
  ): Promise<Outcome<Accepted>> {
    return closed ? refuse('too-busy') : queue.add({ name, author, id, change });
  }

  function unwatch(watcher: Watcher): void {
    const document = watched.get(watcher);
    if (!document) return;
    watched.delete(watcher);
    feed.leave(document, watcher);
    warm.release(document);
  }

  return {
    epoch: store.epoch,
    change: (author, name, envelope) => add(name, envelope, author),
    issue: (name, change) => add(name, { id: newId(), change }, null),

    async read(name) {
      const document = await warm.hold(name);
      const { version, body } = document;
      warm.release(document);
      return body && { version, body };
    },

    list: store.documents.list,

    async deleteTeam(team) {
      if (closed) return refuse('too-busy');
      try {
        await queue.alone(async () => {
          await store.documents.deleteTeam(team);
          await warm.forget(team);
        });
        return done(null);
      } catch (error) {
        logError(error);
        return refuse('storage-failed');
      }
    },

    async watch(name, watcher, resume = {}) {
      const document = await warm.hold(name);
      if (document.body === null) {
        warm.release(document);
        return false;
      }
      watched.set(watcher, document);
      try {
        const joined = await feed.join(document, watcher, resume);
        if (!joined) unwatch(watcher);
        return joined;
      } catch (error) {
        unwatch(watcher);
        throw error;
      }
    },

    unwatch,

    onListsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      closed = true;
      await queue.settled();
      feed.close();
      await warm.writeSnapshots();
    },
  };
}
