import type { CachedDocument } from './document-cache.ts';
import { encodeSnapshot } from './message.ts';
import type { Watcher } from './watcher.ts';

/** A watcher with more bytes than this waiting gets no further changes until it has caught up. */
const largestBacklog = 1_000_000;
const caughtUp = 64_000;
/** How often slow watchers are looked at, in milliseconds. */
const checkEvery = 250;

/**
 * Backpressure on what is published: a watcher that reads too slowly misses changes, and gets a snapshot when it has
 * caught up. It holds nobody else up, and its buffer stays bounded.
 */
export interface SlowWatchers {
  isSkipped(watcher: Watcher): boolean;
  /** Call when a watcher has not taken all of a message: it is skipped from now on if too much is waiting. */
  check(watcher: Watcher, document: CachedDocument): void;
  forget(watcher: Watcher): void;
  close(): void;
}

export function createSlowWatchers(): SlowWatchers {
  const skipped = new Map<Watcher, CachedDocument>();
  let timer: NodeJS.Timeout | null = null;

  function sendSnapshots(): void {
    for (const [watcher, document] of skipped) {
      if (watcher.buffered() > caughtUp) continue;
      skipped.delete(watcher);
      if (document.body !== null) watcher.send(encodeSnapshot(document));
    }
    if (skipped.size === 0) close();
  }

  function close(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  return {
    isSkipped: (watcher) => skipped.size > 0 && skipped.has(watcher),

    check(watcher, document) {
      if (watcher.buffered() <= largestBacklog) return;
      skipped.set(watcher, document);
      timer ??= setInterval(sendSnapshots, checkEvery).unref();
    },

    forget: (watcher) => void skipped.delete(watcher),
    close,
  };
}
