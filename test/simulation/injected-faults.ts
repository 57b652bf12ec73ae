import type { ServerMessage } from '../../contract/live.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import type { DocumentStore } from '../../server/store/document-store.ts';
import type { Tampering } from './simulated-network.ts';

export interface InjectedFault {
  readonly tampering?: Tampering;
  readonly faultyStore?: (documents: DocumentStore) => DocumentStore;
}

/** Faults that no such system may have, created for each simulation. */
export const injectedFaults: Readonly<Record<string, () => InjectedFault>> = {
  'an answer that never arrives': () => {
    let lost: string | null = null;
    return {
      tampering: {
        toServer: (message) => {
          if (message.type === 'change') lost ??= message.id;
          return [message];
        },
        toClient: (message) => ('id' in message && message.id === lost ? [] : [message]),
      },
    };
  },

  'a refusal that is not sent': () => ({
    tampering: { toClient: (message) => (message.type === 'refused' ? [] : [message]) },
  }),

  'a change that is made twice': () => {
    let count = 0;
    return {
      tampering: {
        toServer: (message) =>
          message.type === 'change' && ++count % 10 === 0
            ? [message, { ...message, id: `${message.id}-again` }]
            : [message],
      },
    };
  },

  'a change that is acknowledged but not made': () => {
    let forged: { id: string; page: number; message: ServerMessage } | null = null;
    return {
      tampering: {
        toServer: (message, page) => {
          if (message.type !== 'change') return [message];
          const { team, document, id } = message;
          forged ??= { id, page, message: { type: 'accepted', team, document, id, version: 2, at: 0 } };
          return id === forged.id ? [] : [message];
        },
        toClient: (message, page) => (forged?.page === page ? [message, forged.message] : [message]),
      },
    };
  },

  'a version that is skipped': () => {
    let skipped = false;
    return {
      tampering: {
        toClient: (message, page) => {
          if (page !== 0 || !('version' in message) || message.document !== 'monday') return [message];
          if (!skipped && message.type === 'changed') {
            skipped = true;
            return [];
          }
          return [skipped ? { ...message, version: message.version - 1 } : message];
        },
      },
    };
  },

  'two versions in the wrong order': () => {
    let held: Extract<ServerMessage, { type: 'changed' }> | null = null;
    return {
      tampering: {
        toClient: (message, page) => {
          if (page !== 0 || message.type !== 'changed' || message.document !== 'monday') return [message];
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

  'a change that arrives altered': () => ({
    tampering: {
      toClient: (message, page) =>
        page === 0 && message.type === 'changed' && message.change.type === 'shift.edit'
          ? [{ ...message, change: { ...message.change, note: 'altered' } }]
          : [message],
    },
  }),

  'a snapshot of an earlier version': () => {
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

  'an old snapshot that comes again': () => {
    let old: ServerMessage | null = null;
    return {
      tampering: {
        toClient: (message, page) => {
          if (page !== 0 || !('document' in message) || message.document !== 'monday') return [message];
          const again = message.type === 'changed' && message.version > 20 ? old : null;
          if (again) old = null;
          else if (message.type === 'snapshot' && message.version < 20) old = message;
          return again ? [message, again] : [message];
        },
      },
    };
  },

  'a commit that is acknowledged and lost': () => {
    let commits = 0;
    return {
      faultyStore: (documents) => ({
        ...documents,
        commit: async (batch) => (++commits === 20 ? undefined : documents.commit(batch)),
      }),
    };
  },

  'a change signed by someone else': () => ({
    faultyStore: (documents) => ({
      ...documents,
      commit: (batch) =>
        documents.commit(
          batch.map((commit) => ({
            ...commit,
            changes: commit.changes.map((each) =>
              each.version === 10 ? { ...each, by: each.by && 'somebody' } : each,
            ),
          })),
        ),
    }),
  }),

  'a stored body that misses a change': () => {
    const stored = new Map<string, DocumentBody>();
    return {
      faultyStore: (documents) => ({
        ...documents,
        writeSnapshots: (snapshots) =>
          documents.writeSnapshots(
            snapshots.map((each) => {
              const body = stored.get(each.document) ?? each.body;
              stored.set(each.document, body);
              return { ...each, body };
            }),
          ),
        commit: (batch) => {
          for (const { document, snapshot } of batch) if (snapshot) stored.set(document, snapshot);
          return documents.commit(batch);
        },
      }),
    };
  },
};
