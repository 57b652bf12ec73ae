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
