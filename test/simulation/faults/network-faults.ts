import type { ClientMessage, ServerMessage } from '../../../contract/live.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import type { Simulation } from '../simulation.ts';
import type { Fault } from './fault.ts';

const passing = ['storage-failed', 'too-busy'];

/** The first device comes back when others have made as many changes as were lost. */
function restoreWhileOneIsAway(world: Simulation, epoch: string): void {
  const { time, network, store } = world;
  let restore = () => {};
  time.after(8_000, async () => {
    const copy = await store.copy();
    restore = () => void world.restore(copy, epoch);
  });
  time.after(11_000, () => network.goDown(0));
  time.after(12_000, () => restore());
  time.after(28_000, () => network.comeBack(0));
}

/** What a client or server with a bug would send. */
export const networkFaults: Readonly<Record<string, Fault>> = {
  'an answer that never arrives': {
    seenAs: /in its outbox|changes pending|disappeared/,
    plant: () => {
      let lost: string | null = null;
      return {
        tampering: {
          toServer: (message) => {
            if (message.type === 'change') lost ??= message.id;
            return message.type === 'watch' ? [{ ...message, waiting: undefined }] : [message];
          },
          toClient: (message) => ('id' in message && message.id === lost ? [] : [message]),
        },
      };
    },
  },

  'a refusal that is not sent': {
    seenAs: /in its outbox|changes pending/,
    plant: () => ({ tampering: { toClient: (message) => (message.type === 'refused' ? [] : [message]) } }),
  },

  'a change that is made twice': {
    seenAs: /was made by nobody/,
    plant: () => {
      let count = 0;
      return {
        tampering: {
          toServer: (message) =>
            message.type === 'change' && ++count % 10 === 0
              ? [message, { ...message, id: `${message.id.slice(1)}2` }]
              : [message],
        },
      };
    },
  },

  'a change that is acknowledged but not made': {
    seenAs: /was accepted as version 2, and is not there/,
    plant: () => {
      let forged: { id: string; device: number; message: ServerMessage } | null = null;
      return {
        tampering: {
          toServer: (message, device) => {
            if (message.type !== 'change') return [message];
            const { team, document, id } = message;
            const answer: ServerMessage = { type: 'accepted', team, document, id, version: 2, at: 0 };
            forged ??= { id, device, message: answer };
            return id === forged.id ? [] : [message];
          },
          toClient: (message, device) => (forged?.device === device ? [message, forged.message] : [message]),
        },
      };
    },
  },

  'a refusal that is told as success': {
    seenAs: /was accepted as version/,
    plant: () => ({
      tampering: {
        toClient: (message) => {
          if (message.type !== 'refused' || passing.includes(message.problem.code)) return [message];
          const { team, document, id } = message;
          return [{ type: 'accepted', team, document, id, version: 3, at: 0 }];
        },
      },
    }),
  },

  'a version that is skipped': {
    seenAs: /differs from the server|is at version|shows something else/,
    plant: () => {
      let skipped = false;
      return {
        tampering: {
          toClient: (message, device) => {
            if (device !== 0 || !('version' in message) || message.document !== 'monday') return [message];
            if (!skipped && message.type === 'changed') {
              skipped = true;
              return [];
            }
            return [skipped ? { ...message, version: message.version - 1 } : message];
          },
        },
      };
    },
  },

  'two versions in the wrong order': {
    seenAs: /differs from the server|shows something else/,
    plant: () => {
      let held: Extract<ServerMessage, { type: 'changed' }> | null = null;
      return {
        tampering: {
          toClient: (message, device) => {
            if (device !== 0 || message.type !== 'changed' || message.document !== 'monday') return [message];
            const first = held;
            held = first ? null : message;
            if (!first || first.version + 1 !== message.version) return first ? [first, message] : [];
            return [
              { ...message, version: first.version },
              { ...first, version: message.version },
            ];
          },
        },
      };
    },
  },

  'a change that arrives altered': {
    seenAs: /differs from the server|shows something else/,
    plant: () => ({
      tampering: {
        toClient: (message, device) =>
          device === 0 && message.type === 'changed' && message.change.type === 'shift.edit'
            ? [{ ...message, change: { ...message.change, note: 'altered' } }]
            : [message],
      },
    }),
  },

  'a snapshot of an earlier version': {
    seenAs: /differs from the server|shows something else/,
    plant: () => {
      const first = new Map<string, DocumentBody>();
      return {
        tampering: {
          toClient: (message) => {
            if (message.type !== 'snapshot') return [message];
            const body = first.get(message.document) ?? message.body;
            first.set(message.document, body);
            return [{ ...message, body }];
          },
        },
      };
    },
  },

  'an old snapshot that comes again': {
    seenAs: /at an older version/,
    plant: () => {
      let old: ServerMessage | null = null;
      return {
        tampering: {
          toClient: (message, device) => {
            if (device !== 0 || !('document' in message) || message.document !== 'monday') return [message];
            const again = message.type === 'changed' && message.version > 20 ? old : null;
            if (again) old = null;
            else if (message.type === 'snapshot' && message.version < 20) old = message;
            return again ? [message, again] : [message];
          },
        },
      };
    },
  },

  'a change that is overtaken by the one after it': {
    seenAs: /which was made later/,
    plant: () => {
      const held = new Map<number, ClientMessage>();
      return {
        tampering: {
          toServer: (message, device) => {
            const before = held.get(device);
            held.delete(device);
            if (message.type !== 'change' || before) return before ? [message, before] : [message];
            held.set(device, message);
            return [];
          },
        },
      };
    },
  },

  'a server that takes later changes after it could not take one': {
    seenAs: /which was made later/,
    plant: () => ({
      world: ({ time, store }) => {
        for (let at = 2_000; at < 30_000; at += 500) {
          time.after(at, () => Object.assign(store, { isFailing: true }));
          time.after(at + 100, () => Object.assign(store, { isFailing: false }));
        }
      },
      // Every change seems to be the first of those that go again, so that none waits for an earlier one.
      tampering: {
        toServer: (message) => [message.type === 'change' ? { ...message, again: true } : message],
      },
    }),
  },

  '“try again later” taken as final': {
    seenAs: /disappeared/,
    plant: () => ({
      tampering: {
        toClient: (message) =>
          message.type === 'refused' && passing.includes(message.problem.code)
            ? [{ ...message, problem: { code: 'internal' } }]
            : [message],
      },
    }),
  },

  'a member who is told that the team does not exist': {
    seenAs: /was refused as not-found, and was a member/,
    plant: () => ({
      tampering: {
        toClient: (message) =>
          message.type === 'refused' ? [{ ...message, problem: { code: 'not-found' } }] : [message],
      },
    }),
  },

  'an older file with the same epoch that nobody notices': {
    seenAs: /differs from the server|is at version|changes pending|shows something else/,
    plant: () => ({
      world: (world) => restoreWhileOneIsAway(world, 'memory'),
      tampering: {
        toServer: (message) => [message.type === 'watch' ? { ...message, last: undefined } : message],
        toClient: (message) =>
          message.type === 'snapshot' || message.type === 'current'
            ? [{ ...message, id: undefined }]
            : [message],
      },
    }),
  },

  'a new epoch that nobody notices': {
    seenAs: /differs from the server|is at version|changes pending|shows something else/,
    plant: () => {
      let epoch = 'memory';
      return {
        world: (world) => restoreWhileOneIsAway(world, 'restored'),
        tampering: {
          toServer: (message) => [
            message.type === 'watch' ? { ...message, last: undefined, epoch } : message,
          ],
          toClient: (message) => {
            if (message.type === 'snapshot' || message.type === 'current')
              return [{ ...message, id: undefined }];
            if (message.type !== 'hello') return [message];
            epoch = message.epoch;
            return [{ ...message, epoch: 'memory' }];
          },
        },
      };
    },
  },

  'a time that is wrong by an hour': {
    seenAs: /is off by/,
    plant: () => ({
      tampering: {
        toClient: (message) =>
          message.type === 'pong' ? [{ ...message, now: message.now + 3_600_000 }] : [message],
      },
    }),
  },
};
