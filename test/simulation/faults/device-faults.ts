import type { StoredChange } from '../../../client/outbox/outbox-storage.ts';
import { type DeviceStorage, isOfNewer } from '../device-storage.ts';
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

  'an older version that deletes the changes it cannot read': {
    seenAs: /disappeared/,
    plant: storageFault(({ waiting, remove }) => ({
      waiting: async (user) => {
        const stored = await waiting(user);
        for (const each of stored) if ('change' in each && isOfNewer(each.change)) void remove(each.id);
        return stored;
      },
    })),
  },

  'an answered change that is forgotten before the copy has it': {
    seenAs: /forgot/,
    plant: storageFault(({ remove, replace }) => ({
      replace: async (changes) => {
        for (const each of changes) await ('taken' in each ? remove(each.id) : replace([each]));
      },
    })),
  },

  'an answered change that waits on the device while the copy has it': {
    seenAs: /would show .* twice/,
    plant: storageFault(({ replace }) => ({
      replace: (changes) => replace(changes.filter((each) => !('taken' in each))),
    })),
  },

  'a page that does not show what was answered since its copy': {
    seenAs: /opened at version/,
    plant: storageFault(({ waiting }) => ({
      waiting: async (user) => (await waiting(user)).filter((each) => !('taken' in each)),
    })),
  },

  'a copy that says it is older than it is': {
    seenAs: /opened at version/,
    plant: () => ({
      device: ({ storage }) => {
        const open = storage.openCopies.bind(storage);
        storage.openCopies = (tab) => {
          const copies = open(tab);
          const older = (_: string, version: string) => `"version":${Math.max(1, Number(version) - 1)}`;
          return {
            ...copies,
            load: async (...key) => {
              const copy = await copies.load(...key);
              return copy && { ...copy, text: copy.text.replace(/"version":(\d+)/, older) };
            },
          };
        };
      },
    }),
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
