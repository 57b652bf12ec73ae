import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type MergedBy, mergeEdits } from './merge-edits.ts';
import { cleanNotes, type Notes, notesLimit, plainText, sameNotes } from './notes.ts';

interface NotesEdit {
  /** What the author saw when the edit began. */
  readonly base: Notes;
  readonly next: Notes;
  /** Missing in edits from before notes were merged by line, which are merged by character. */
  readonly merge?: MergedBy;
}

/** `current` with the author's edit from `base` to `next` laid over what others did since `base`. */
export function mergeNotes(current: Notes, edit: NotesEdit): Outcome<Notes> {
  const base = cleanNotes(edit.base);
  const next = cleanNotes(edit.next);
  const merged = sameNotes(base, current) ? next : mergeEdits(current, base, next, edit.merge);
  if (!merged) return refuse('too-busy');
  return plainText(merged).length > notesLimit
    ? refuse('text-too-long', { field: 'notes', details: { max: notesLimit } })
    : done(merged);
}
