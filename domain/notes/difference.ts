import Delta from 'quill-delta';
import { type Notes, plainText } from './notes.ts';

export const deltaOf = (notes: Notes): Delta => new Delta(notes as unknown as Delta['ops']);
const textOf = (delta: Delta): string => plainText(delta.ops as unknown as Notes);

/** Above this many pairs of characters that may differ, comparing them one by one would take noticeable time. */
const comparable = 200_000;

/** What turns one text into the other: letter by letter, or as one piece where that would hold everybody up. */
export function difference(from: Delta, to: Delta): Delta {
  const [before, after] = [textOf(from), textOf(to)];
  let { start, end } = commonEnds(before, after);
  // whole characters only
  if (isSecondHalf(before, start) || isSecondHalf(after, start)) start = Math.max(0, start - 1);
  if (isSecondHalf(before, before.length - end)) end -= 1;
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

/** How many lines or characters two texts have in common at their start, and at the end of the rest. */
export function commonEnds(one: ArrayLike<string>, other: ArrayLike<string>): { start: number; end: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}
