import Delta from 'quill-delta';
import { type Notes, plainText } from './notes.ts';

export const deltaOf = (notes: Notes): Delta => new Delta(notes as unknown as Delta['ops']);
const textOf = (delta: Delta): string => plainText(delta.ops as unknown as Notes);

/** Above this many pairs of characters that may differ, comparing them one by one would take noticeable time. */
const comparable = 200_000;

/** What turns one text into the other: letter by letter, or as one piece where that would hold everybody up. */
export function difference(from: Delta, to: Delta): Delta {
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
