import { apply } from '../change/apply.ts';
import type { Change, DocumentBody } from '../change/change.ts';
import { differencesOf } from './differences.ts';

/** Undoing the change would take those back, too. Null if the undo can't be made. Notes are merged: nothing is lost in them. */
export function changedSince(
  now: DocumentBody,
  { change, undo }: { readonly change: Change; readonly undo: Change },
): readonly string[] | null {
  const undone = apply(now, undo);
  const again = undone.ok ? apply(undone.value, change) : undone;
  if (!again.ok) return null;
  return [...differencesOf(again.value, now).keys()].filter((path) => path !== 'notes');
}
