import type { Change, DocumentKind } from '../../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../../domain/history/history.ts';
import type { DocumentRef, DocumentStore, HistoryPosition } from '../document-store.ts';
import { createPackCompaction, type PackCompactionSteps } from '../packs/pack-compaction.ts';
import { replayFrom } from './replay-from.ts';

/** A change with what decides whether its content can be removed. */
export interface CompactedRow {
  readonly document_id: string;
  readonly kind: DocumentKind;
  readonly version: number;
  readonly at: number;
  /** '' when its content was removed. */
  readonly change: string;
  /** The version of the document's snapshot. */
  readonly snapshot: number | null;
}

/** What a step of compaction writes, in one transaction. */
export interface Compaction {
  readonly snapshots: [team: string, document: string, version: number, body: string][];
  /** Changes whose content is removed, if a snapshot contains them. */
  readonly compacts: [team: string, document: string, version: number][];
  /** Documents after the last change without content. */
  readonly starts: [version: number, body: string, team: string, document: string][];
  readonly meta: [key: string, value: string][];
}

export interface CompactionSteps extends Pick<DocumentStore, 'load' | 'historyStart'>, PackCompactionSteps {
  /** A value of the table `meta`. */
  meta(key: string): Promise<string | null>;
  /** A team's changes after a position and before an instant, in order of time. */
  next(team: string, after: HistoryPosition, before: number, limit: number): Promise<readonly CompactedRow[]>;
  compact(compaction: Compaction): Promise<void>;
}

/** Goes through a team's changes in order of time, and remembers in `meta` how far it came. */
export function createCompaction(store: CompactionSteps): DocumentStore['compactHistory'] {
  /** Without a snapshot of its effect, a change is needed to load its document. */
  async function missingSnapshots(
    team: string,
    removed: readonly CompactedRow[],
  ): Promise<Compaction['snapshots']> {
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
  async function startsOf(team: string, removed: readonly CompactedRow[]): Promise<Compaction['starts']> {
    const rows = removed.filter(({ kind }) => kind !== 'layout');
    const starts: Compaction['starts'] = [];
    for (const document of new Set(rows.map((row) => row.document_id))) {
      const ref: DocumentRef = { team, document };
      const start = replayFrom(
        await store.historyStart(ref),
        rows
          .filter((row) => row.document_id === document)
          .map(({ version, change }) => ({ version, change: JSON.parse(change) as Change })),
      );
      if (start) starts.push([start.version, JSON.stringify(start.body), team, document]);
    }
    return starts;
  }

  const compactPack = createPackCompaction(store);

  return async (team, rule, limit) => {
    if (await compactPack(team, rule)) return true;
    const { about, before } = rule;
    const key = `compacted ${about} ${team}`;
    const stored = await store.meta(key);
    const [at, document, version] = stored ? JSON.parse(stored) : [0, '', 0];
    const rows = await store.next(team, { at, document, version }, before, limit);
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
