/** The queue is full. */
export class TooBusy extends Error {}

/** Runs at most `concurrency` at a time and queues at most `maxQueued`; beyond that it throws `TooBusy`. */
export function createConcurrencyLimit(concurrency: number, maxQueued: number) {
  let running = 0;
  const queue: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running += 1;
    else if (queue.length >= maxQueued) throw new TooBusy('The queue is full.');
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await work();
    } finally {
      // The next in the queue takes over this slot, so `running` stays the same.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
