import type { WebSocket } from 'ws';

/** Messages a second that one connection may send for long, and at once. */
const rate = 500;
const burst = 1_000;
/** Messages of one connection that may wait for their answer. */
const largestBacklog = 256;

/** Reads no faster from a socket than is good for the others: whoever sends more waits in their own buffers. */
export interface ReadThrottle {
  /** A message came in: it counts for the rate, and as waiting. */
  arrived(): void;
  /** One more thing waits. */
  began(): void;
  /** One thing less waits. */
  ended(): void;
}

export function createReadThrottle(socket: WebSocket): ReadThrottle {
  let allowance = burst;
  let countedAt = performance.now();
  let open = 0;
  /** Until when nothing is read because of the rate. */
  let resting: NodeJS.Timeout | null = null;

  function settle(): void {
    const reads = resting === null && open < largestBacklog;
    if (reads && socket.isPaused) socket.resume();
    if (!reads && !socket.isPaused) socket.pause();
  }

  function rest(milliseconds: number): void {
    resting = setTimeout(() => {
      resting = null;
      settle();
    }, milliseconds).unref();
  }

  function began(): void {
    open += 1;
    if (open >= largestBacklog) settle();
  }

  return {
    began,
    arrived() {
      const now = performance.now();
      allowance = Math.min(burst, allowance + ((now - countedAt) / 1_000) * rate) - 1;
      countedAt = now;
      began();
      if (allowance >= 0 || resting !== null) return;
      rest((-allowance / rate) * 1_000);
      settle();
    },
    ended() {
      open -= 1;
      if (socket.isPaused) settle();
    },
  };
}
