import type { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

// Without these, pages that send more than they hear answers to, or open without end, would fill the server's memory. One that
// doesn't read what it is sent is disconnected (`message.ts`).

/** Unanswered messages of a page: far more than one sends. */
const largest = 50;
/** A long message counts as several, since it takes longer to check and to apply. */
const bytesPerMessage = 500;

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

/** Returns a function that is false if somebody has as many open as they may; otherwise one more counts until it closes. */
export function createOpenLimit(most: number) {
  const counts = new Map<string, number>();
  return (whose: string, opened: EventEmitter): boolean => {
    const open = counts.get(whose) ?? 0;
    if (open >= most) return false;
    counts.set(whose, open + 1);
    opened.once('close', () => {
      const left = (counts.get(whose) ?? 1) - 1;
      if (left > 0) counts.set(whose, left);
      else counts.delete(whose);
    });
    return true;
  };
}
