import type { WebSocket } from 'ws';
import type { CachedDocument } from './document-cache.ts';
import type { Watcher } from './feed.ts';
import { encodeSnapshot } from './message.ts';

// Clients that are too slow, or send too fast. Without this one page on bad Wi-Fi would fill the server's memory with what it does not read,
// and one that floods would keep the others waiting. Reading: the socket is paused while the page sends faster than it may, or too many
// messages of the page or of the person are unanswered. Writing: a page that stops reading its answers is disconnected, and one
// that reads what others change too slowly gets a snapshot later.

/** Unanswered messages of one person at a time, long ones counted as several, over all of their pages. */
const largest = 4_000;

/** A page, which isn't read while it is held. */
interface Member {
  hold(isHeld: boolean): void;
}

/** What the pages of one person sent that is not answered yet. It is bounded however many pages they open. */
export interface Backlog {
  join(member: Member): void;
  leave(member: Member): void;
  add(messages: number): void;
  remove(messages: number): void;
}

export function createPersonBacklog(): Backlog {
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
    join(member) {
      reading.add(member);
      if (waiting >= largest) holdAll();
    },
    leave(member) {
      reading.delete(member);
      held.delete(member);
    },
    add(messages) {
      waiting += messages;
      if (waiting >= largest && reading.size > 0) holdAll();
    },
    remove(messages) {
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
/** Messages of one connection that may wait for their answer. */
const largestBacklog = 256;
/** Unread bytes after which a page is disconnected: one that never reads would fill the memory with answers. */
const largestUnread = 32_000_000;

export const hasTooMuchUnread = (socket: WebSocket): boolean => socket.bufferedAmount > largestUnread;

const messagesOf = (bytes: number): number => Math.max(1, bytes / bytesPerMessage);

/** Limits how fast a socket is read. What the page sends while it is paused waits in the page's own buffers. */
export interface ReadThrottle {
  /** A message of so many bytes arrived. It counts toward the rate and the backlog. */
  received(bytes: number): void;
  /** Work that outlives its message has started: it adds to the backlog. */
  started(): void;
  finished(bytes?: number): void;
  stop(): void;
}

/** `clock` counts milliseconds; it isn't the time of day. */
export function createReadThrottle(
  socket: WebSocket,
  { clock, person }: { readonly clock: () => number; readonly person: Backlog },
): ReadThrottle {
  let credit = burst;
  let creditedAt = clock();
  let backlog = 0;
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
    const mayRead = !pausedForRate && !pausedForPerson && backlog < largestBacklog;
    if (mayRead && socket.isPaused) socket.resume();
    if (!mayRead && !socket.isPaused) socket.pause();
  }

  function pauseFor(milliseconds: number): void {
    pausedForRate = true;
    setTimeout(() => {
      pausedForRate = false;
      update();
    }, milliseconds).unref();
    update();
  }

  function add(messages: number): void {
    backlog += 1;
    if (backlog >= largestBacklog) update();
    person.add(messages);
  }

  return {
    started: () => add(1),
    received(bytes) {
      const now = clock();
      const cost = messagesOf(bytes);
      credit = Math.min(burst, credit + ((now - creditedAt) / 1_000) * rate) - cost;
      creditedAt = now;
      add(cost);
      if (credit < 0 && !pausedForRate) pauseFor((-credit / rate) * 1_000);
    },
    finished(bytes = 0) {
      backlog -= 1;
      person.remove(messagesOf(bytes));
      if (socket.isPaused) update();
    },
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
interface SlowWatchers {
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
      if (watcher.buffered() <= largestUnsent) return;
      skipped.set(watcher, document);
      timer ??= setInterval(sendSnapshots, checkEvery).unref();
    },

    forget: (watcher) => void skipped.delete(watcher),
    close,
  };
}
