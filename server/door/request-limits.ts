import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../database/store.ts';

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
