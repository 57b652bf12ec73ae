import type { RefusalCause } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import { touchesSame } from '../../domain/change/touched.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import type { DocumentRef, DocumentStore } from '../database/document-store.ts';
import type { AuthorNames } from './author-names.ts';

/** What someone else did that is why a person's change could not be made; null if that is not known. */
export type FindCause = (ref: DocumentRef, author: string, change: Change) => Promise<RefusalCause | null>;

interface Dependencies {
  readonly store: Pick<DocumentStore, 'history' | 'changesAfter'>;
  readonly names: AuthorNames;
}

/** Refusals because something is not there anymore, or not as it was. */
const conflicts: ReadonlySet<ProblemCode> = new Set([
  'document-missing',
  'shift-missing',
  'rotation-missing',
  'subarea-missing',
  'position-missing',
  'place-unknown',
  'break-missing',
  'shift-outside-rotation',
  'shift-out',
  'swap-moved',
  'undo-overtaken',
]);

export const isConflict = (code: ProblemCode): boolean => conflicts.has(code);

/** How many of a document's latest changes are looked at: nobody waits for a day's history to learn of a refusal. */
const lookedAt = 200;

export function createFindCause({ store, names }: Dependencies): FindCause {
  const rowBefore = async ({ team, document }: DocumentRef, version: number) => {
    const before = { at: Number.MAX_SAFE_INTEGER, document, version };
    const [row] = await store.history({ team, document, before, from: 0 }, 1);
    return row ?? null;
  };

  return async (ref, author, change) => {
    const newest = await rowBefore(ref, Number.MAX_SAFE_INTEGER);
    if (!newest) return null;
    const recent = await store.changesAfter(ref, Math.max(0, newest.version - lookedAt), lookedAt);
    const cause = recent.findLast((each) => each.by !== author && touchesSame(each.change, change));
    const row = cause ? await rowBefore(ref, cause.version + 1) : null;
    if (!row?.record) return null;
    const who =
      row.by === null ? 'Lineup' : ((await names(ref.team, [row.by])).get(row.by) ?? 'Former member');
    return { who, did: row.record.did, at: row.at };
  };
}
