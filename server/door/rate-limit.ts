import type { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';

const WINDOW = 60_000;
const MOST_KEYS = 20_000;

/** A leaky bucket for each key: `limit` calls, which drain evenly over the window in milliseconds. */
export function createRateLimit(limit: number, now: () => number, window = WINDOW) {
  const buckets = new Map<string, { level: number; at: number }>();
  const levelOf = (key: string): number => {
    const last = buckets.get(key);
    if (!last) return 0;
    // A clock that is set back only pauses draining.
    const passed = Math.max(0, now() - last.at);
    return Math.max(0, last.level - (passed / window) * limit);
  };
  const setLevel = (key: string, level: number): void => {
    // The last used stand last, and the first give way: many senders neither fill the memory nor take time.
    buckets.delete(key);
    buckets.set(key, { level, at: now() });
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_KEYS && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    isFull: (key: string): boolean => levelOf(key) + 1 > limit,
    /** False, and not counted, when the bucket has less room. */
    add(key: string, amount = 1): boolean {
      const level = levelOf(key) + amount;
      if (level > limit) return false;
      setLevel(key, level);
      return true;
    },
    /** What was done already, also beyond the limit: it drains before more is added. Less than nothing gives back. */
    count: (key: string, amount: number): void => setLevel(key, Math.max(0, levelOf(key) + amount)),
    takeBack(key: string): void {
      buckets.set(key, { level: Math.max(0, levelOf(key) - 1), at: now() });
    },
  };
}

/** Calls a minute of a route where secrets can be guessed, from one network address. */
export const MOST_GUESSES = 120;

/** A hook for routes: refuses further calls of a network address. */
export const limitCalls =
  (limit: { add(key: string): boolean }) =>
  async ({ method, routeOptions: { url }, place }: FastifyRequest): Promise<void> => {
    if (limit.add(JSON.stringify([method, url, place]))) return;
    throw Object.assign(new Error('Too many requests.'), { statusCode: 429 });
  };

export class TooBusy extends Error {}

/** Runs at most `concurrency` at a time and queues at most `maxQueued`; beyond that it throws `TooBusy`: nobody waits for ever. */
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

/** The same for each key. */
export function createKeyedLimit(concurrency: number, maxQueued: number) {
  const limits = new Map<string, { run: ReturnType<typeof createConcurrencyLimit>; users: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? { run: createConcurrencyLimit(concurrency, maxQueued), users: 0 };
    limits.set(key, limit);
    limit.users += 1;
    try {
      return await limit.run(work);
    } finally {
      limit.users -= 1;
      if (limit.users === 0) limits.delete(key);
    }
  };
}

/** Returns a function that is false if somebody has as many open as they may, so that they don't fill the memory; otherwise one more counts until it closes. */
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

export type CreateLimit = (most: number, window?: number) => ReturnType<typeof createRateLimit>;

/** What a sentence says of a wait. */
export function waitOf(seconds: number) {
  const [amount, unit] = seconds < 60 ? [seconds, 'seconds'] : [Math.ceil(seconds / 60), 'minutes'];
  return { wait: `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`, amount, unit, seconds };
}
