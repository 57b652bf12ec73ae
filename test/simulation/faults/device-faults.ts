import type { StoredChange } from '../../../client/outbox/outbox-storage.ts';
import type { DeviceStorage } from '../device-storage.ts';
import type { Fault } from './fault.ts';

type Open = DeviceStorage['open'];
type Storage = ReturnType<Open>;

/** A client that treats what its device stores in another way. */
const storageFault = (change: (storage: Storage, all: DeviceStorage) => Partial<Storage>): Fault['plant'] => {
  return () => ({
    device: ({ storage }) => {
      const open: Open = storage.open.bind(storage);
      storage.open = (...tab) => {
        const opened = open(...tab);
        return { ...opened, ...change(opened, storage) };
      };
    },
  });
};

/** Devices and servers that mix up people, tabs and times. */
export const deviceFaults: Readonly<Record<string, Fault>> = {
  'an answered change that stays in the outbox': {
    seenAs: /in its outbox/,
    plant: storageFault(() => ({ remove: async () => {} })),
  },

  'a device that only pretends to store a change': {
    seenAs: /disappeared/,
    plant: storageFault((_, { kept }) => ({
      put: async ({ id }) => {
        kept.delete(id);
      },
    })),
  },

  'the outbox of a closed tab, which the others do not see': {
    seenAs: /in its outbox|disappeared/,
    plant: () => ({
      device: ({ storage }) => {
        const open: Open = storage.open.bind(storage);
        storage.open = (...tab) => {
          const [opened, own] = [open(...tab), new Set<string>()];
          return {
            ...opened,
            put: (change) => {
              own.add(change.id);
              return opened.put(change);
            },
            waiting: async (user) => (await opened.waiting(user)).filter(({ id }) => own.has(id)),
          };
        };
        storage.channel = () => ({ post: () => {}, listen: () => () => {} });
      },
    }),
  },

  'the outbox of another person, which is sent': {
    seenAs: /was sent as a change of|shows a change of/,
    plant: storageFault((_, { kept }) => ({
      waiting: async (): Promise<readonly StoredChange[]> => [...kept.values()],
    })),
  },

  'an outbox that is loaded in the wrong order': {
    seenAs: /which was made later/,
    plant: storageFault(({ waiting }) => ({
      waiting: async (user) => (await waiting(user)).toReversed(),
    })),
  },

  'tabs that each send what they made': {
    seenAs: /which was made later|in its outbox|changes pending/,
    plant: () => ({
      device: ({ storage }) => {
        storage.channel = () => ({ post: () => {}, listen: () => () => {} });
      },
    }),
  },

  'a clock that is followed when it jumps': {
    seenAs: /is off by/,
    plant: () => ({
      device: ({ clock }) => {
        const forTab = clock.forTab.bind(clock);
        clock.forTab = (isAlive) => {
          const own = forTab(isAlive);
          return { ...own, steady: own.wall };
        };
      },
    }),
  },

  'notes that replace what others wrote meanwhile': {
    seenAs: /is not in the notes/,
    plant: () => ({
      world: (world) => {
        world.notesBase = (document) => {
          const body = world.store.history.bodyAt(document, world.store.history.version(document));
          return body && 'notes' in body ? body.notes : [];
        };
      },
    }),
  },
};
