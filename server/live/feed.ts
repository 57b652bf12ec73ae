import type { ClientMessage } from '../../contract/live.ts';
import type { DocumentStore, StoredChange } from '../database/document-store.ts';
import type { CachedDocument } from './document-cache.ts';
import { encode, encodeChanged, encodeCurrent, encodeSnapshot } from './message.ts';
import type { TimeSlice } from './work-turns.ts';

/** A page that is sent every change of a document. */
export interface Watcher {
  /** Whom the work of watching counts for. */
  readonly owner?: string;
  /** Takes one message encoded by `encode`; must not throw. */
  send(text: Buffer): void;
  /** Takes what another page holds, if its person may know. */
  hearPresence?(text: Buffer, page: string | null): void;
}

/** Where a watcher stopped last time: the version, and the epoch of the store it belongs to. */
export type Resume = Omit<Extract<ClientMessage, { type: 'watch' }>, 'type' | 'team' | 'document'>;

export type Feed = ReturnType<typeof createFeed>;

/** With more missed changes than this, a snapshot is quicker. */
const longestResume = 100;

/** Sends committed changes to everyone who watches a document. */
export function createFeed(store: DocumentStore, epoch: () => string) {
  function sendToAll({ watchers }: CachedDocument, text: Buffer): void {
    for (const watcher of watchers) watcher.send(text);
  }

  /** The version to send changes from, so that a bad line doesn't mean the whole document each time; null for a snapshot. */
  async function resumePoint(document: CachedDocument, resume: Resume): Promise<number | null> {
    const { since, last, epoch: sinceEpoch } = resume;
    // An older page may not leave out the same changes.
    if (since === undefined || sinceEpoch !== epoch() || document.isIncomplete) return null;
    if (!Number.isInteger(since)) return null;
    if (since > document.version || document.version - since > longestResume) return null;
    // A restored older file has the same epoch, and may have made this version with another change, or later with the same.
    const made = since === document.version ? document.lastChange : await store.changeKey(document, since);
    return last === undefined || last === made ? since : null;
  }

  /**
   * A page cannot see in a snapshot which of its changes are in it, and would make those again on top of it. None of them is
   * committed between the last look and the snapshot.
   */
  async function sendAnswers(
    document: CachedDocument,
    watcher: Watcher,
    waiting: readonly string[],
  ): Promise<void> {
    const { team, document: name } = document;
    const unanswered = new Set(waiting);
    let lookedAt = -1;
    while (unanswered.size > 0 && lookedAt !== document.version) {
      lookedAt = document.version;
      for (const id of unanswered) {
        const stored = await store.findChange(document, id);
        if (!stored) continue;
        unanswered.delete(id);
        const { version, at } = stored;
        watcher.send(encode({ type: 'accepted', team, document: name, id, version, at }));
      }
    }
  }

  return {
    /**
     * Brings the watcher up to date, then sends it every later change. The document must be held in the cache. False when
     * it does not exist, or was deleted meanwhile.
     */
    async join(
      document: CachedDocument,
      watcher: Watcher,
      resume: Resume,
      timeSlice: TimeSlice,
    ): Promise<boolean> {
      await timeSlice.yieldIfDue();
      let version = await resumePoint(document, resume);
      // More may be committed while the store is read. Between the last check and joining nothing is awaited.
      while (version !== null && version < document.version) {
        await timeSlice.yieldIfDue();
        const changes = await store.changesAfter(document, version, longestResume);
        // Older changes may have been removed from the history.
        if (changes[0]?.version !== version + 1) {
          version = null;
          break;
        }
        for (const change of changes) {
          // Durable, but not published yet: it comes with the next publish.
          if (change.version > document.version || change.version !== (version ?? 0) + 1) break;
          watcher.send(encodeChanged(document, change));
          version = change.version;
        }
      }
      if (version === null && resume.waiting) await sendAnswers(document, watcher, resume.waiting);
      if (document.body === null) return false;
      document.watchers.add(watcher);
      watcher.send(version === null ? encodeSnapshot(document) : encodeCurrent(document));
      return true;
    },

    /** Sends a durable change. */
    publish(document: CachedDocument, change: StoredChange): void {
      if (document.watchers.size > 0) sendToAll(document, encodeChanged(document, change));
    },

    /** Sends the whole document, after changes that were not published. */
    republish(document: CachedDocument): void {
      if (document.watchers.size > 0) sendToAll(document, encodeSnapshot(document));
    },

    /** Sends what a page holds to the others that watch. `page` is null if it is of another node. */
    tellPresence(document: CachedDocument, text: string, page: string | null): void {
      const encoded = Buffer.from(text);
      for (const watcher of document.watchers) watcher.hearPresence?.(encoded, page);
    },
  };
}
