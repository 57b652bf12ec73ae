import type { WebSocket } from 'ws';
import type { CachedDocument } from './document-cache.ts';
import type { Watcher } from './feed.ts';
import { encodeSnapshot } from './message.ts';

// Clients that are too slow, or send too fast. Without this one page on bad Wi-Fi would fill the server's memory with what it does not read,
// and one that floods with what it sends. Reading: the socket is paused while too many messages of the page are unanswered.
// Writing: a page that stops reading its answers is disconnected, and one that reads what others change too slowly gets a
// snapshot later.

/** Unanswered messages of a page: far more than one sends. */
const largest = 50;
/** A long message counts as several, since it takes longer to check and to apply. */
const bytesPerMessage = 500;
/** Unread bytes after which a page is disconnected: one that never reads would fill the memory with answers. */
const largestUnread = 32_000_000;

export const hasTooMuchUnread = (socket: WebSocket): boolean => socket.bufferedAmount > largestUnread;

const messagesOf = (bytes: number): number => Math.max(1, bytes / bytesPerMessage);

export type ReadThrottle = ReturnType<typeof createReadThrottle>;

/** What the page sends while it isn't read waits in the page's own buffers. */
export function createReadThrottle(socket: WebSocket) {
  let unanswered = 0;

  function count(messages: number): void {
    unanswered += messages;
    if (unanswered >= largest && !socket.isPaused) socket.pause();
    if (unanswered < largest && socket.isPaused) socket.resume();
  }

  return {
    /** Work that outlives its message has started: it counts as a message more. */
    started: () => count(1),
    received: (bytes: number) => count(messagesOf(bytes)),
    finished: (bytes = 0) => count(-messagesOf(bytes)),
  };
}

/** A watcher with more bytes than this waiting gets no further changes until it has caught up. */
const largestUnsent = 1_000_000;
const caughtUp = 64_000;
/** How often slow watchers are looked at, in milliseconds. */
const checkEvery = 250;

/**
 * Backpressure on what is published: a watcher that reads too slowly misses changes, and gets a snapshot when it has
 * caught up. It holds nobody else up, and its buffer stays bounded.
 */
export function createSlowWatchers() {
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
    isSkipped: (watcher: Watcher) => skipped.size > 0 && skipped.has(watcher),

    /** Call when a watcher has not taken all of a message: it is skipped from now on if too much is waiting. */
    check(watcher: Watcher, document: CachedDocument): void {
      if (watcher.buffered() <= largestUnsent) return;
      skipped.set(watcher, document);
      timer ??= setInterval(sendSnapshots, checkEvery).unref();
    },

    forget: (watcher: Watcher) => void skipped.delete(watcher),
    close,
  };
}
