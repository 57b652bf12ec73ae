import type { ChangeRecord } from '../../domain/history/history.ts';
import type { Topic } from '../../domain/history/topics.ts';
import type { DocumentStore, HistoryPosition, HistoryRow } from '../database/document-store.ts';
import type { TimeSlice } from '../live/time-slice.ts';

export interface HistorySearch {
  readonly team: string;
  readonly document?: string | undefined;
  /** Null for Lineup itself; undefined for anyone. */
  readonly by?: string | null | undefined;
  readonly topic?: Topic | undefined;
  /** In milliseconds since 1970; `to` is not included. */
  readonly from: number;
  readonly to: number;
}

export type Recorded = HistoryRow & { readonly record: ChangeRecord };

/** Rows that were looked at, in order; `found` is null for one that does not match. */
interface Searched {
  readonly position: HistoryPosition;
  readonly found: Recorded | null;
}

interface Dependencies {
  readonly store: Pick<DocumentStore, 'history'>;
  readonly timeSlice: TimeSlice;
}

/** Rows in memory at a time. */
const chunk = 200;

/** What is told of a change from before versions that kept a record. */
export const unrecorded: ChangeRecord = { did: 'made a change', topics: [] };

/** Where a search begins: after everything. */
export const latest = ({ to }: HistorySearch): HistoryPosition => ({
  at: to,
  document: '',
  version: Number.MAX_SAFE_INTEGER,
});

/** Goes through history from the newest entry on, and lets other work happen in between. */
export async function* searchHistory(
  { store, timeSlice }: Dependencies,
  search: HistorySearch,
  start: HistoryPosition,
): AsyncGenerator<Searched> {
  const { team, document, by, topic, from, to } = search;
  const range = { team, from, ...(document !== undefined && { document }) };
  let position = start;
  for (;;) {
    const rows = await store.history({ ...range, before: position }, chunk);
    if (rows.length === 0) return;
    await timeSlice.yieldNow();
    for (const row of rows) {
      position = { at: row.at, document: row.document, version: row.version };
      const record = row.record ?? unrecorded;
      const isFound =
        row.at < to &&
        (by === undefined || row.by === by) &&
        (topic === undefined || record.topics.includes(topic));
      yield { position, found: isFound ? { ...row, record } : null };
    }
  }
}
