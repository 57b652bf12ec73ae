import type { WebSocket } from 'ws';
import type { Backlog } from './person-backlog.ts';

// Backpressure on one live connection, in both directions. Reading: the socket is paused while the page sends faster
// than it may, or too many messages of the page or of the person are unanswered. Writing: a page that stops reading its
// answers is disconnected. A page that reads too slowly what others change is in `../slow-watchers.ts`.

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
  /** A message, or the work it started, is done. */
  finished(bytes?: number): void;
  /** The page is gone. */
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
