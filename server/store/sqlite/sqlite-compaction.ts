import type { DatabaseSync } from 'node:sqlite';
import type { DocumentStore } from '../document-store.ts';
import { type CompactedRow, createCompaction } from '../kysely/compaction.ts';
import type { SqliteCommits } from './sqlite-commits.ts';
import type { SqlitePacks } from './sqlite-packs.ts';

export function sqliteCompaction(
  database: DatabaseSync,
  store: Pick<DocumentStore, 'load' | 'historyStart'> &
    Pick<SqliteCommits, 'compact' | 'writePack'> &
    SqlitePacks,
): DocumentStore['compactHistory'] {
  const meta = database.prepare('select value from meta where key = ?');
  const next = database.prepare(`
    select c.document_id, d.kind, c.version, c.at, c.change, s.version as snapshot
    from changes c
    join documents d on d.team_id = c.team_id and d.id = c.document_id
    left join snapshots s on s.team_id = c.team_id and s.document_id = c.document_id
    where c.team_id = ? and (c.at, c.document_id, c.version) > (?, ?, ?) and c.at < ?
    order by c.at, c.document_id, c.version limit ?`);
  return createCompaction({
    ...store,
    meta: async (key) => (meta.get(key)?.value as string | undefined) ?? null,
    next: async (team, { at, document, version }, before, limit) =>
      next.all(team, at, document, version, before, limit) as unknown as CompactedRow[],
  });
}
