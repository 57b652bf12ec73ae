import type { DatabaseSync } from 'node:sqlite';
import { apply } from '../../../domain/change/apply.ts';
import type { Change, DocumentBody, DocumentKind } from '../../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../../domain/history/history.ts';
import type { DocumentRef, DocumentStore, StoredDocument } from '../document-store.ts';
import type { SqliteCommits } from './sqlite-commits.ts';

interface Row {
  readonly document_id: string;
  readonly kind: DocumentKind;
  readonly version: number;
  readonly at: number;
  readonly change: string;
  readonly snapshot: number | null;
}

type Compaction = Parameters<SqliteCommits['compact']>[0];

/** Goes through a team's changes in order of time, and remembers in `meta` how far it came. */
export function sqliteCompaction(
  database: DatabaseSync,
  store: Pick<DocumentStore, 'load' | 'historyStart'> & Pick<SqliteCommits, 'compact'>,
): DocumentStore['compactHistory'] {
  const position = database.prepare('select value from meta where key = ?');
  const next = database.prepare(`
    select c.document_id, d.kind, c.version, c.at, c.change, s.version as snapshot
    from changes c
    join documents d on d.team_id = c.team_id and d.id = c.document_id
    left join snapshots s on s.team_id = c.team_id and s.document_id = c.document_id
    where c.team_id = ? and (c.at, c.document_id, c.version) > (?, ?, ?) and c.at < ?
    order by c.at, c.document_id, c.version limit ?`);

  /** Without a snapshot of its effect, a change is needed to load its document. */
  async function missingSnapshots(team: string, removed: readonly Row[]): Promise<Compaction['snapshots']> {
    const behind = removed.filter((row) => (row.snapshot ?? 0) < row.version);
    const snapshots: Compaction['snapshots'] = [];
    for (const id of new Set(behind.map((row) => row.document_id))) {
      const loaded = await store.load({ team, document: id });
      // A document that is read without some changes gets no snapshot: a later version may read them.
      if (loaded && !loaded.skipped) snapshots.push([team, id, loaded.version, JSON.stringify(loaded.body)]);
    }
    return snapshots;
  }

  /** An undo replays the history of teams and templates; a layout's day is over by then. */
  async function startsOf(team: string, removed: readonly Row[]): Promise<Compaction['starts']> {
    const rows = removed.filter(({ kind }) => kind !== 'layout');
    const starts: Compaction['starts'] = [];
    for (const document of new Set(rows.map((row) => row.document_id))) {
      const ref: DocumentRef = { team, document };
      const start = replayFrom(
        await store.historyStart(ref),
        rows.filter((row) => row.document_id === document),
      );
      if (start) starts.push([start.version, JSON.stringify(start.body), team, document]);
    }
    return starts;
  }

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
    await store.compact({
      snapshots: await missingSnapshots(team, removed),
      compacts: removed.map((row) => [team, row.document_id, row.version]),
      starts: await startsOf(team, removed),
      meta: [[key, JSON.stringify([last.at, last.document_id, last.version])]],
    });
    return rows.length === limit;
  };
}

/** The document after these changes; null if they don't follow, or one can't be made today. */
function replayFrom(start: StoredDocument | null, rows: readonly Row[]): StoredDocument | null {
  let body: DocumentBody | null = start?.body ?? null;
  let version = start?.version ?? 0;
  for (const row of rows) {
    const outcome = apply(body, JSON.parse(row.change) as Change);
    if (row.version !== version + 1 || !outcome.ok) return null;
    body = outcome.value;
    version = row.version;
  }
  return body && { version, body };
}
