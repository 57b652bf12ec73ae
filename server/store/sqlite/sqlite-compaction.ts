import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../../domain/history/history.ts';
import type { DocumentStore } from '../document-store.ts';
import type { SqliteCommits } from './sqlite-commits.ts';

interface Row {
  readonly document_id: string;
  readonly version: number;
  readonly at: number;
  readonly change: string;
  readonly snapshot: number | null;
}

/** Goes through a team's changes in order of time, and remembers in `meta` how far it came. */
export function sqliteCompaction(
  database: DatabaseSync,
  { load, compact }: Pick<DocumentStore, 'load'> & Pick<SqliteCommits, 'compact'>,
): DocumentStore['compactHistory'] {
  const position = database.prepare('select value from meta where key = ?');
  const next = database.prepare(`
    select c.document_id, c.version, c.at, c.change, s.version as snapshot
    from changes c
    join documents d on d.team_id = c.team_id and d.id = c.document_id
    left join snapshots s on s.team_id = c.team_id and s.document_id = c.document_id
    where c.team_id = ? and (c.at, c.document_id, c.version) > (?, ?, ?) and c.at < ? and d.kind = 'layout'
    order by c.at, c.document_id, c.version limit ?`);

  return async (team, { about, before }, limit) => {
    const key = `compacted ${about} ${team}`;
    const stored = position.get(key)?.value;
    const [at, document, version] = stored ? JSON.parse(String(stored)) : [0, '', 0];
    const rows = next.all(team, at, document, version, before, limit) as unknown as Row[];
    const last = rows.at(-1);
    if (!last) return false;
    const removed = rows.filter(
      ({ change }) =>
        change !== '' &&
        isAboutBreaksOrSeats(JSON.parse(change) as Change) === (about === 'breaks-and-seats'),
    );
    // Without a snapshot of its effect, a change is needed to load its document.
    const behind = new Set(
      removed.filter((row) => (row.snapshot ?? 0) < row.version).map((row) => row.document_id),
    );
    const snapshots: Parameters<SqliteCommits['compact']>[0]['snapshots'] = [];
    for (const id of behind) {
      const loaded = await load({ team, document: id });
      // A document that is read without some changes gets no snapshot: a later version may read them.
      if (loaded && !loaded.skipped) snapshots.push([team, id, loaded.version, JSON.stringify(loaded.body)]);
    }
    await compact({
      snapshots,
      compacts: removed.map((row) => [team, row.document_id, row.version]),
      meta: [[key, JSON.stringify([last.at, last.document_id, last.version])]],
    });
    return rows.length === limit;
  };
}
