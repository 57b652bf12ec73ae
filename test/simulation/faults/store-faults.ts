import type { DocumentBody } from '../../../domain/change/change.ts';
import type { Fault } from './fault.ts';

/** A store that does not keep what it promises. */
export const storeFaults: Readonly<Record<string, Fault>> = {
  'a commit that is acknowledged and lost': {
    seenAs: /are stored of|leaves a gap/,
    plant: () => {
      let commits = 0;
      return {
        faultyStore: (documents) => ({
          ...documents,
          commit: async (batch) => (++commits === 20 ? undefined : documents.commit(batch)),
        }),
      };
    },
  },

  'a change signed by someone else': {
    seenAs: /is not what was committed/,
    plant: () => ({
      faultyStore: (documents) => ({
        ...documents,
        commit: (batch) =>
          documents.commit(
            batch.map((commit) => ({
              ...commit,
              changes: commit.changes.map((each) =>
                each.version % 5 === 0 ? { ...each, by: each.by && 'somebody' } : each,
              ),
            })),
          ),
      }),
    }),
  },

  'a stored body that misses a change': {
    seenAs: /the stored body is not what its changes make/,
    plant: () => {
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
  },

  'a feed that sends other changes than were stored': {
    seenAs: /differs from the server|shows something else/,
    plant: () => ({
      faultyStore: (documents) => ({
        ...documents,
        changesAfter: async (name, after, limit) => {
          const changes = await documents.changesAfter(name, after, limit);
          return changes.map(({ json: _, ...each }) =>
            each.change.type === 'shift.edit' && limit < 100_000
              ? { ...each, change: { ...each.change, note: 'altered' } }
              : each,
          );
        },
      }),
    }),
  },
};
