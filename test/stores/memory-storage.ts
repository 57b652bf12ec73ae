import type { Storage, Waiting } from '../../client/storage/storage.ts';

/** Keeps for as long as the test, or whoever holds it. */
export function memoryStorage(): Storage {
  const kept = new Map<string, Waiting>();
  return {
    waiting: async (user) => [...kept.values()].filter((each) => each.user === user),
    put: async (waiting) => void kept.set(waiting.id, waiting),
    remove: async (id) => void kept.delete(id),
  };
}
