import type Delta from 'quill-delta';
import { deltaOf, difference } from './difference.ts';
import { mergeLines } from './merge-lines.ts';
import { cleanNotes, type Notes } from './notes.ts';

export type MergedBy = 'lines' | undefined;

/**
 * An edit from `base` to `next` laid over what others did from `base` to `current`. Null where this can't be done yet: the
 * web app loads it late, by web/parts/notes/late-merge.ts.
 */
export type MergeEdits = (current: Notes, base: Notes, next: Notes, by: MergedBy) => Notes | null;

export const mergeEdits: MergeEdits = (current, base, next, by) =>
  by === 'lines'
    ? cleanNotes(mergeLines(current, base, next, mergeCharacters))
    : mergeCharacters(current, base, next);

function mergeCharacters(current: Notes, base: Notes, next: Notes): Notes {
  const [was, theirs, mine] = [base, current, next].map(deltaOf) as [Delta, Delta, Delta];
  const merged = theirs.compose(difference(was, theirs).transform(difference(was, mine), true));
  return cleanNotes(merged.ops);
}
