import type { OutboxStorage, WaitingChange } from '../../client/document/outbox-storage.ts';

/** Keeps data in memory for as long as it is referenced. */
export function memoryOutbox(): OutboxStorage {
  const kept = new Map<string, WaitingChange>();
  return {
    waiting: async (user) => [...kept.values()].filter((each) => each.user === user),
    put: async (waiting) => void kept.set(waiting.id, waiting),
    remove: async (id) => void kept.delete(id),
  };
}
