import type { WebSocket } from 'ws';
import type { CachedDocument } from './document-cache.ts';
import type { Watcher } from './feed.ts';
import { encodeSnapshot } from './message.ts';

// Clients that are too slow, or send too fast. Without this one page on bad Wi-Fi would fill the server's memory with what it does not read,
// and one that floods would keep the others waiting. Reading: the socket is paused while the page sends faster than it may, or too many
// messages of the person are unanswered. Writing: a page that stops reading its answers is disconnected, and one
// that reads what others change too slowly gets a snapshot later.

/** Unanswered messages of one person at a time, long ones counted as several, over all of their pages. */
const largest = 4_000;

/** A page, which isn't read while it is held. */
interface Member {
  hold(isHeld: boolean): void;
}

export type Backlog = ReturnType<typeof createPersonBacklog>;

/** What the pages of one person sent that is not answered yet. It is bounded however many pages they open. */
export function createPersonBacklog() {
  const reading = new Set<Member>();
  const held = new Set<Member>();
  let waiting = 0;

  function holdAll(): void {
    for (const member of reading) {
      held.add(member);
      member.hold(true);
    }
    reading.clear();
  }

  /** One at a time, since each may send much at once. */
  function releaseNext(): void {
    const [member] = held;
    if (!member) return;
    held.delete(member);
    reading.add(member);
    member.hold(false);
  }

  return {
    join(member: Member): void {
      reading.add(member);
      if (waiting >= largest) holdAll();
    },
    leave(member: Member): void {
      reading.delete(member);
      held.delete(member);
    },
    add(messages: number): void {
      waiting += messages;
      if (waiting >= largest && reading.size > 0) holdAll();
    },
    remove(messages: number): void {
      waiting -= messages;
      if (held.size === 0 || waiting >= largest) return;
      releaseNext();
      // Nothing else would release the others.
      if (waiting < 1) while (held.size > 0) releaseNext();
    },
  };
}

/** Messages per second that one connection may send on average, and in a burst. */
const rate = 500;
const burst = 1_000;
/** A long message counts as several, since it takes longer to check and to apply. */
const bytesPerMessage = 500;
/** Unread bytes after which a page is disconnected: one that never reads would fill the memory with answers. */
const largestUnread = 32_000_000;

export const hasTooMuchUnread = (socket: WebSocket): boolean => socket.bufferedAmount > largestUnread;

const messagesOf = (bytes: number): number => Math.max(1, bytes / bytesPerMessage);

export type ReadThrottle = ReturnType<typeof createReadThrottle>;

/**
 * Limits how fast a socket is read. What the page sends while it is paused waits in the page's own buffers. `clock` counts
 * milliseconds; it isn't the time of day.
 */
export function createReadThrottle(
  socket: WebSocket,
  { clock, person }: { readonly clock: () => number; readonly person: Backlog },
) {
  let credit = burst;
  let creditedAt = clock();
  let pausedForRate = false;
  let pausedForPerson = false;

  const member = {
    hold(isHeld: boolean): void {
      pausedForPerson = isHeld;
      update();
    },
  };
  person.join(member);

  function update(): void {
    const isPaused = pausedForRate || pausedForPerson;
    if (isPaused && !socket.isPaused) socket.pause();
    if (!isPaused && socket.isPaused) socket.resume();
  }

  function pauseFor(milliseconds: number): void {
    pausedForRate = true;
    setTimeout(() => {
      pausedForRate = false;
      update();
    }, milliseconds).unref();
    update();
  }

  return {
    /** Work that outlives its message has started: it counts as a message more. */
    started: () => person.add(1),
    received(bytes: number): void {
      const now = clock();
      const cost = messagesOf(bytes);
      credit = Math.min(burst, credit + ((now - creditedAt) / 1_000) * rate) - cost;
      creditedAt = now;
      person.add(cost);
      if (credit < 0 && !pausedForRate) pauseFor((-credit / rate) * 1_000);
    },
    finished: (bytes = 0) => person.remove(messagesOf(bytes)),
    stop: () => person.leave(member),
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
