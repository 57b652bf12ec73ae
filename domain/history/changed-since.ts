import { apply } from '../change/apply.ts';
import type { Change, DocumentBody } from '../change/change.ts';
import { differencesOf } from './differences.ts';

/**
 * The parts of a document that others changed since a change was made, so that undoing it would take those back, too.
 * None if making it again after its undo would lead back to `now`; null if the undo can't be made at all. Notes are
 * merged: nothing is lost in them.
 */
export function changedSince(
  now: DocumentBody,
  { change, undo }: { readonly change: Change; readonly undo: Change },
): readonly string[] | null {
  const undone = apply(now, undo);
  const again = undone.ok ? apply(undone.value, change) : undone;
  if (!again.ok) return null;
  return [...differencesOf(again.value, now).keys()].filter((path) => path !== 'notes');
}
