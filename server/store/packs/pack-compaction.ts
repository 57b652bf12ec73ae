import type { DocumentKind } from '../../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../../domain/history/history.ts';
import type { CompactionRule, DocumentStore } from '../document-store.ts';
import { replayFrom } from '../kysely/replay-from.ts';
import { decodePack, encodePack, type PackedChange } from './pack-format.ts';
import type { PackReader, PackWrite } from './pack-store.ts';

export interface DuePack {
  readonly document: string;
  readonly kind: DocumentKind;
  readonly from: number;
}

export interface PackCompactionSteps extends Pick<DocumentStore, 'historyStart'>, Pick<PackReader, 'pack'> {
  /** A pack with content that the rule removes. */
  duePack(team: string, rule: CompactionRule): Promise<DuePack | null>;
  /** False, with nothing written, if it isn't as it was read anymore. */
  writePack(write: PackWrite): Promise<boolean>;
}

/** Removes content from one pack; false if there is none to remove. */
export function createPackCompaction(store: PackCompactionSteps) {
  return async (team: string, rule: CompactionRule): Promise<boolean> => {
    const due = await store.duePack(team, rule);
    if (!due) return false;
    const ref = { team, document: due.document };
    const read = await store.pack(ref, due.from);
    if (!read) return false;
    const isRemoved = ({ change, at }: PackedChange) =>
      change !== null &&
      at < rule.before &&
      isAboutBreaksOrSeats(change) === (rule.about === 'breaks-and-seats');
    const { changes, body } = decodePack(read);
    const pack = await encodePack({
      body,
      changes: changes.map((each) =>
        isRemoved(each) ? { ...each, by: null, change: null, record: null } : each,
      ),
    });
    if (!pack) return false;
    const removed = changes
      .filter(isRemoved)
      .flatMap(({ version, change }) => (change ? [{ version, change }] : []));
    // An undo replays the history of teams and templates; a layout's day is over by then.
    const start = due.kind === 'layout' ? null : replayFrom(await store.historyStart(ref), removed);
    const { ids: _, contents: __, ...replaces } = { ...read, document: due.document };
    return store.writePack({ ...ref, pack, replaces, moved: null, snapshot: null, hasBody: false, start });
  };
}
