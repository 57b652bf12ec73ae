import type { SharedLimit } from '../database/limits/shared-limit.ts';
import type { Store } from '../database/store.ts';
import { createRateLimit } from './rate-limit.ts';

/** For what protects accounts, mailboxes and schedule providers: all nodes count together. The name identifies the limit. */
export type CreateLimit = (name: string, most: number, window?: number) => SharedLimit;

const MINUTE = 60_000;

/** A node asks the database only about calls that it would let pass by itself, so a flood doesn't reach the database. */
export function createLimits(store: Pick<Store, 'createLimit'>, now: () => number): CreateLimit {
  return (name, most, window = MINUTE) => {
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
