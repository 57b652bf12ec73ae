import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { SharedLimit, Store } from '../database/store.ts';

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
  /** Of buckets that all count, the oldest go, so that many senders neither fill the memory nor take time with each call. */
  function makeRoom(): void {
    for (const each of buckets.keys()) if (levelOf(each) === 0) buckets.delete(each);
    const excess = buckets.size - MOST_KEYS * 0.9;
    for (const each of [...buckets.keys()].slice(0, Math.max(0, excess))) buckets.delete(each);
  }

  return {
    isFull: (key: string): boolean => levelOf(key) + 1 > limit,
    add(key: string): boolean {
      const level = levelOf(key);
      if (level + 1 > limit) return false;
      if (buckets.size >= MOST_KEYS) makeRoom();
      buckets.set(key, { level: level + 1, at: now() });
      return true;
    },
    takeBack(key: string): void {
      buckets.set(key, { level: Math.max(0, levelOf(key) - 1), at: now() });
    },
  };
}

const MINUTE = 60_000;

/** For routes where secrets can be guessed, per network address. All nodes count together. */
export const GUESS_LIMIT = { max: 120, timeWindow: MINUTE };

/** Every node has metrics of its own, and one program may read those of all nodes. */
export const METRICS_LIMIT = { max: 120, timeWindow: MINUTE };

interface Options {
  readonly store: Pick<Store, 'createLimit'>;
  readonly now: () => number;
}

export async function addRequestLimits(app: FastifyInstance, { store, now }: Options): Promise<void> {
  await app.register(rateLimit, { global: false, keyGenerator: ({ place }) => place });
  const guesses = store.createLimit?.('guesses', { most: GUESS_LIMIT.max, window: MINUTE, now });
  if (!guesses) return;
  // After the limit of this node, so that a flood doesn't reach the database.
  app.addHook('preParsing', async ({ routeOptions, place }) => {
    if (routeOptions.config.rateLimit !== GUESS_LIMIT) return;
    const { method, url } = routeOptions;
    if (await guesses.add(JSON.stringify([method, url, place]))) return;
    throw Object.assign(new Error('Too many requests.'), { statusCode: 429 });
  });
}

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

/** For what protects accounts, mailboxes and schedule providers: all nodes count together. The name identifies the limit. */
export type CreateLimit = (name: string, most: number, window?: number) => SharedLimit;

/** A node asks the database only about calls that it would let pass by itself, so a flood doesn't reach the database. */
export function createLimits(store: Pick<Store, 'createLimit'>, now: () => number): CreateLimit {
  return (name, most, window = 60_000) => {
    const own = createRateLimit(most, now, window);
    const shared = store.createLimit?.(name, { most, window, now });
    return {
      isFull: async (key) => own.isFull(key) || (await shared?.isFull(key)) === true,
      add: async (key) => own.add(key) && (await shared?.add(key)) !== false,
      async takeBack(key) {
        own.takeBack(key);
        await shared?.takeBack(key);
      },
    };
  };
}
