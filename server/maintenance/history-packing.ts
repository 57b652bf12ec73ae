import { addDays, type IsoDate, wallClock } from '../../domain/time/date.ts';
import type { OlderRecords } from '../history/older-records.ts';
import type { DocumentRef, DocumentStore, HistoryPosition } from '../store/document-store.ts';

const DAY = 86_400_000;
/** For how long changes stay rows: most corrections of a day come in the next two. In days. */
const UNPACKED_DAYS = 3;
/** Rows that are looked at together, to find the documents with something to pack. */
const TOGETHER = 200;

type PackingStore = Pick<DocumentStore, 'load' | 'packHistory' | 'unpacked'>;

interface PackingDependencies {
  readonly store: PackingStore;
  readonly olderRecords: OlderRecords;
  readonly now: () => number;
  /** False when another node does it, or the server stops. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Lets people's changes come first, for at least so many milliseconds. */
  readonly pause: (least?: number) => Promise<void>;
  readonly log: { error(error: unknown): void };
}

/** Returns a function that packs what is due of a team's history. */
export function createHistoryPacking(dependencies: PackingDependencies) {
  const { store, olderRecords, now, mayGoOn, pause, log } = dependencies;

  async function packDocument(ref: DocumentRef, isRecorded: boolean, before: number): Promise<void> {
    if (!isRecorded) await olderRecords.addTo(ref);
    while (await mayGoOn()) {
      const startedAt = performance.now();
      if (!(await store.packHistory(ref, before))) return;
      // A third of the time at most, of which most is on another thread.
      await pause(2 * (performance.now() - startedAt));
    }
  }

  return async (team: string): Promise<void> => {
    const body = (await store.load({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const range = {
      team,
      before: now() - UNPACKED_DAYS * DAY,
      date: addDays(wallClock(now(), body.timeZone).date, -UNPACKED_DAYS),
    };
    const done = new Set<string>();
    for await (const { document, isRecorded } of unpackedDocuments(store, range)) {
      if (!(await mayGoOn())) return;
      // What is left of it stays as it is, unless a record was missing.
      if (done.has(document) && isRecorded) continue;
      done.add(document);
      await packDocument({ team, document }, isRecorded, range.before).catch((error) => log.error(error));
    }
  };
}

interface Range {
  readonly team: string;
  readonly before: number;
  readonly date: IsoDate;
}

/** Documents with changes that aren't packed, in order of time; one can come again. */
export async function* unpackedDocuments(
  store: Pick<DocumentStore, 'unpacked'>,
  range: Range,
): AsyncGenerator<{ document: string; isRecorded: boolean }> {
  let after: HistoryPosition = { at: 0, document: '', version: 0 };
  for (;;) {
    const rows = await store.unpacked({ ...range, after }, TOGETHER);
    const last = rows.at(-1);
    if (!last) return;
    for (const [document, found] of Map.groupBy(rows, (row) => row.document)) {
      yield { document, isRecorded: found.every(({ isRecorded }) => isRecorded) };
    }
    after = last;
  }
}
