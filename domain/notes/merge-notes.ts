import Delta from 'quill-delta';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { mergeLines } from './merge-lines.ts';
import { cleanNotes, type Notes, notesLimit, plainText, sameNotes } from './notes.ts';

interface NotesEdit {
  /** What the author saw when the edit began. */
  readonly base: Notes;
  readonly next: Notes;
  /** Missing in edits from before notes were merged by line, which are merged by character. */
  readonly merge?: 'lines' | undefined;
}

/** `current` with the author's edit from `base` to `next` laid over what others did since `base`. */
export function mergeNotes(current: Notes, edit: NotesEdit): Outcome<Notes> {
  const base = cleanNotes(edit.base);
  const next = cleanNotes(edit.next);
  const merged = sameNotes(base, current) ? next : mergeEdits(current, base, next, edit.merge);
  return plainText(merged).length > notesLimit
    ? refuse('text-too-long', { field: 'notes', details: { max: notesLimit } })
    : done(merged);
}

function mergeEdits(current: Notes, base: Notes, next: Notes, merge: NotesEdit['merge']): Notes {
  if (merge !== 'lines') return mergeCharacters(current, base, next);
  return cleanNotes(mergeLines(current, base, next, mergeCharacters));
}

function mergeCharacters(current: Notes, base: Notes, next: Notes): Notes {
  const [was, theirs, mine] = [base, current, next].map(deltaOf) as [Delta, Delta, Delta];
  const merged = theirs.compose(difference(was, theirs).transform(difference(was, mine), true));
  return cleanNotes(merged.ops);
}

const deltaOf = (notes: Notes): Delta => new Delta(notes as unknown as Delta['ops']);
const textOf = (delta: Delta): string => plainText(delta.ops as unknown as Notes);

/** Above this many pairs of characters that may differ, comparing them one by one would take noticeable time. */
const comparable = 200_000;

/** What turns one text into the other: letter by letter, or as one piece where that would hold everybody up. */
function difference(from: Delta, to: Delta): Delta {
  const [before, after] = [textOf(from), textOf(to)];
  const start = sameStart(before, after);
  const end = sameEnd(before.slice(start), after.slice(start));
  const taken = before.length - start - end;
  const put = after.length - start - end;
  if (taken * put <= comparable) return from.diff(to);
  const looks = from.slice(0, start).diff(to.slice(0, start));
  return looks
    .retain(start - looks.length())
    .delete(taken)
    .concat(to.slice(start, start + put))
    .concat(from.slice(start + taken).diff(to.slice(start + put)));
}

const isSecondHalf = (text: string, index: number): boolean => /[\udc00-\udfff]/.test(text.charAt(index));

/** How many characters two texts have in common at their start, whole ones only. */
function sameStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return isSecondHalf(one, length) || isSecondHalf(other, length) ? Math.max(0, length - 1) : length;
}

function sameEnd(one: string, other: string): number {
  let length = 0;
  while (
    length < Math.min(one.length, other.length) &&
    one[one.length - 1 - length] === other[other.length - 1 - length]
  ) {
    length += 1;
  }
  return isSecondHalf(one, one.length - length) ? length - 1 : length;
}
