import { type ChangeRecord, recordOf } from '../../domain/history/history.ts';
import type { TimeSlice } from '../documents/time-slice.ts';
import type { DocumentRef, DocumentStore } from '../store/document-store.ts';
import { replay } from './replay.ts';

/** Records of changes that were stored before there was a history. */
export interface OlderRecords {
  /** Adds them to all changes of a document that have none. Resolves with the document's records by version. */
  addTo(ref: DocumentRef): Promise<ReadonlyMap<number, ChangeRecord>>;
}

interface Dependencies {
  readonly store: Pick<DocumentStore, 'changesAfter' | 'historyStart' | 'saveRecords'>;
  readonly timeSlice: TimeSlice;
}

/** Records in a transaction. */
const together = 200;

export function createOlderRecords({ store, timeSlice }: Dependencies): OlderRecords {
  const running = new Map<string, Promise<ReadonlyMap<number, ChangeRecord>>>();

  async function addTo(ref: DocumentRef): Promise<ReadonlyMap<number, ChangeRecord>> {
    const records = new Map<number, ChangeRecord>();
    let unsaved: { version: number; record: ChangeRecord }[] = [];
    const save = async () => {
      if (unsaved.length > 0) await store.saveRecords(ref, unsaved);
      unsaved = [];
    };
    for await (const { before, stored, after } of replay(store, timeSlice, ref)) {
      const { version, change, at } = stored;
      const record = recordOf(before, change, after, { at });
      records.set(version, record);
      unsaved.push({ version, record });
      if (unsaved.length === together) await save();
    }
    await save();
    return records;
  }

  return {
    addTo(ref) {
      const key = `${ref.team}/${ref.document}`;
      const known = running.get(key);
      if (known) return known;
      const added = addTo(ref).finally(() => running.delete(key));
      running.set(key, added);
      return added;
    },
  };
}
