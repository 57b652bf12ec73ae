import Delta from 'quill-delta';
import { mergeLines } from './merge-lines.ts';
import { cleanNotes, type Notes, plainText } from './notes.ts';

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
