import { apply } from '../../domain/change/apply.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../database/document-store.ts';
import type { TimeSlice } from '../live/time-slice.ts';

/** Bodies are null where a change before was not kept. */
export interface ReplayedChange {
  readonly before: DocumentBody | null;
  readonly stored: StoredChange;
  readonly after: DocumentBody | null;
}

/** Documents with more changes are not replayed to show their history. A busy layout has about a thousand. */
export const longestReplay = 20_000;

/** Goes through the changes of a document from the first one on, and lets other work happen in between. */
export async function* replay(
  store: Pick<DocumentStore, 'changes' | 'historyStart'>,
  timeSlice: TimeSlice,
  ref: DocumentRef,
): AsyncGenerator<ReplayedChange> {
  let body: DocumentBody | null = null;
  let version = 0;
  let isWhole = true;
  const start = await store.historyStart(ref);
  for await (const stored of store.changes(ref)) {
    await timeSlice.yieldIfDue();
    isWhole &&= stored.version === version + 1;
    if (start && stored.version === start.version + 1) {
      isWhole = true;
      body = start.body;
    }
    const before: DocumentBody | null = isWhole ? body : null;
    const outcome: Outcome<DocumentBody> | null = isWhole ? apply(before, stored.change) : null;
    isWhole &&= outcome?.ok === true;
    body = outcome?.ok ? outcome.value : null;
    version = stored.version;
    yield { before, stored, after: body };
  }
}
