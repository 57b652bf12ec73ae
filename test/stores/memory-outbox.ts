import type { TabChannel, TabMessage } from '../../client/outbox/outbox-sender.ts';
import type { OutboxStorage, StoredChange } from '../../client/outbox/outbox-storage.ts';

/** Keeps data in memory for as long as it is referenced. */
export function memoryOutbox(): OutboxStorage {
  const kept = new Map<string, StoredChange>();
  return {
    waiting: async (user) => [...kept.values()].filter((each) => each.user === user),
    put: async (waiting) => {
      if (!kept.has(waiting.id)) kept.set(waiting.id, waiting);
    },
    remove: async (id) => void kept.delete(id),
    replace: async (changes) => {
      for (const each of changes) if (kept.has(each.id)) kept.set(each.id, each);
    },
  };
}

/** What the tabs of one device share: each call of `open` returns the channel of another tab. */
export function memoryTabs(deliver: (run: () => void) => void = queueMicrotask) {
  const tabs = new Set<(message: TabMessage) => void>();
  return {
    open(): TabChannel {
      let heard: ((message: TabMessage) => void) | null = null;
      return {
        post(message) {
          for (const each of tabs) if (each !== heard) deliver(() => tabs.has(each) && each(message));
        },
        listen(listener) {
          heard = listener;
          tabs.add(listener);
          return () => tabs.delete(listener);
        },
      };
    },
  };
}
