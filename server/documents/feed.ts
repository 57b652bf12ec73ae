import type { DocumentStore, StoredChange } from '../store/document-store.ts';
import type { CachedDocument } from './document-cache.ts';
import { encode, encodeChanged, encodeSnapshot } from './live/message.ts';
import type { Resume, Watcher } from './live/watcher.ts';

export interface Feed {
  /**
   * Brings the watcher up to date, then shows it every later change. The document must be held. False when it does not
   * exist, or was deleted meanwhile.
   */
  join(document: CachedDocument, watcher: Watcher, resume: Resume): Promise<boolean>;
  leave(document: CachedDocument, watcher: Watcher): void;
  /** Shows changes that are durable to all who watch. */
  publish(document: CachedDocument, changes: readonly StoredChange[]): void;
  /** Shows the whole document to all who watch, after changes that did not pass through here. */
  republish(document: CachedDocument): void;
  close(): void;
}

/** Further back than this, a snapshot is the shorter way. */
const longestResume = 500;
/** A watcher with more than this waiting, in bytes, is left out until it has caught up. */
const largestBacklog = 1_000_000;
const caughtUp = 64_000;
/** How often those left out are looked at, in milliseconds. */
const lookEvery = 250;

export function createFeed(store: DocumentStore, epoch: string): Feed {
  const behind = new Map<Watcher, CachedDocument>();
  let look: NodeJS.Timeout | null = null;

  function leaveOut(watcher: Watcher, document: CachedDocument): void {
    behind.set(watcher, document);
    look ??= setInterval(sendSnapshots, lookEvery).unref();
  }

  function sendSnapshots(): void {
    for (const [watcher, document] of behind) {
      if (watcher.buffered() > caughtUp) continue;
      behind.delete(watcher);
      if (document.body !== null) watcher.send(encodeSnapshot(document));
    }
    if (behind.size === 0) stopLooking();
  }

  function stopLooking(): void {
    if (look) clearInterval(look);
    look = null;
  }

  function sendToAll(document: CachedDocument, frame: Buffer): void {
    for (const watcher of document.watchers) {
      if (behind.size > 0 && behind.has(watcher)) continue;
      if (watcher.send(frame)) continue;
      if (watcher.buffered() > largestBacklog) leaveOut(watcher, document);
    }
  }

  function resumePoint({ version }: CachedDocument, { since, epoch: history }: Resume): number | null {
    if (since === undefined || history !== epoch) return null;
    return since <= version && version - since <= longestResume ? since : null;
  }

  return {
    async join(document, watcher, resume) {
      let version = resumePoint(document, resume);
      // More may be committed while the store is asked; between the last look and joining nothing is awaited.
      while (version !== null && version < document.version) {
        const changes = await store.changesAfter(document, version, longestResume);
        if (changes.length === 0) version = null;
        for (const change of changes) {
          // Durable, but not shown yet: it will come with what is published next.
          if (change.version > document.version) break;
          watcher.send(encodeChanged(document, change));
          version = change.version;
        }
      }
      if (document.body === null) return false;
      document.watchers.add(watcher);
      const { team, document: id } = document;
      watcher.send(
        version === null
          ? encodeSnapshot(document)
          : encode({ type: 'current', team, document: id, version }),
      );
      return true;
    },

    leave(document, watcher) {
      document.watchers.delete(watcher);
      behind.delete(watcher);
    },

    publish(document, changes) {
      if (document.watchers.size === 0) return;
      for (const change of changes) sendToAll(document, encodeChanged(document, change));
    },

    republish(document) {
      if (document.watchers.size > 0) sendToAll(document, encodeSnapshot(document));
    },

    close: stopLooking,
  };
}
