import type { DocumentCommit } from '../../../server/database/document-store.ts';
import { openPostgresStore } from '../../../server/database/postgres/postgres.ts';
import type { DatabaseStore } from '../../../server/database/store.ts';
import { cpuOfTree } from '../samples.ts';
import { layoutOfTheBench, roomName } from '../servers.ts';
import type { Cluster } from './cluster.ts';
import type { Findings } from './throughput.ts';

export const batchFigure = 'database CPU ms a change: in a batch of 16 to alone';
const size = 16;
const team = 'batches';

/** What a change costs the database, committed alone and with others, straight to the store. */
export async function measureBatches(
  { postgres, url }: Cluster,
  { pairs, changes }: { readonly pairs: number; readonly changes: number },
  { samples }: Findings,
): Promise<void> {
  const store = await openPostgresStore(url);
  try {
    const versions = await makeDocuments(store);
    for (let pair = 0; pair < pairs; pair++) {
      const kinds = [
        ['base', 1],
        ['measured', size],
      ] as const;
      for (const [system, together] of pair % 2 === 0 ? kinds : kinds.toReversed()) {
        const before = cpuOfTree(postgres.pid);
        for (let made = 0; made < changes; made += together) await commit(store, versions, together);
        samples.push({ about: batchFigure, system, value: (cpuOfTree(postgres.pid) - before) / changes });
      }
    }
  } finally {
    await store.close();
  }
}

async function makeDocuments({ documents }: DatabaseStore): Promise<number[]> {
  const layout = layoutOfTheBench('2026-11-21');
  for (let index = 0; index < size; index++) {
    const change = { type: 'layout.create', layout } as const;
    await documents.commit([
      {
        ...{ team, document: roomName(index), kind: 'layout', from: 0, snapshot: layout },
        changes: [{ version: 1, id: 'make', by: null, at: Date.now(), change }],
        columns: { name: null, area: layout.area, date: layout.date },
      },
    ]);
  }
  return Array.from({ length: size }, () => 1);
}

/** One change in each of so many documents. */
async function commit({ documents }: DatabaseStore, versions: number[], together: number): Promise<void> {
  const groups = Array.from({ length: together }, (_, index): DocumentCommit[] => {
    const from = versions[index] ?? 0;
    versions[index] = from + 1;
    const change = { type: 'shift.edit', shift: 's0', note: `Leaves early, said so ${from} times` } as const;
    const made = { version: from + 1, id: `change-${from}`, by: 'ben', at: Date.now(), change };
    return [
      {
        ...{ team, document: roomName(index), kind: 'layout', from, columns: null, snapshot: null },
        changes: [made],
      },
    ];
  });
  const results = await documents.commitGroups?.(groups);
  if (!results?.every((result) => result === 'stored')) throw new Error('A change was not stored.');
}
