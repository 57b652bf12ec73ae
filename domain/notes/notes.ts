import Delta from 'quill-delta';
import { done, type Outcome, refuse } from '../problem/problem.ts';

export interface NoteAttributes {
  readonly header?: 1 | 2 | 3;
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly link?: string;
  readonly list?: 'ordered' | 'bullet';
}

/** A run of text with its looks; paragraph looks (header, list) sit on the line break that ends the line. */
export interface NoteRun {
  readonly insert: string;
  readonly attributes?: NoteAttributes;
}

/** Rich text as a delta that only inserts text. */
export type Notes = readonly NoteRun[];

export const emptyNotes: Notes = [];
export const notesLimit = 50_000;
/** How often the style may change: laying edits over one another costs by each run. */
export const notesRunLimit = 2_000;

export const linkLimit = 2_000;

/** Schemes a link may have; everything else could run script or leave the product. */
export const isSafeLink = (link: string): boolean =>
  link.length <= linkLimit && /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d()\-. ]+)$/i.test(link);

/** What a person typed, as a link; one without a scheme is of the web. */
export function parseLink(typed: string): Outcome<string> {
  const text = typed.trim();
  const hasScheme = /^[a-z]+:/i.test(text);
  const link = hasScheme ? text : `https://${text}`;
  if (isSafeLink(link)) return done(link);
  if (hasScheme && !/^(https?|mailto|tel):/i.test(text)) return refuse('link-unsafe');
  return link.length > linkLimit
    ? refuse('link-too-long', { details: { max: linkLimit } })
    : refuse('link-unreadable');
}

/** Only the known looks, in one order, so that equal notes are equal text; an unsafe link is dropped. */
function cleanAttributes(attributes: Record<string, unknown>): NoteAttributes | undefined {
  const clean: Record<string, unknown> = {};
  if (attributes.bold === true) clean.bold = true;
  if (attributes.header === 1 || attributes.header === 2 || attributes.header === 3)
    clean.header = attributes.header;
  if (attributes.italic === true) clean.italic = true;
  if (typeof attributes.link === 'string' && isSafeLink(attributes.link)) clean.link = attributes.link;
  if (attributes.list === 'ordered' || attributes.list === 'bullet') clean.list = attributes.list;
  if (attributes.underline === true) clean.underline = true;
  return Object.keys(clean).length > 0 ? (clean as NoteAttributes) : undefined;
}

/** Whatever was sent, as notes: unknown operations and looks are left out. */
export function cleanNotes(operations: unknown): Notes {
  if (!Array.isArray(operations)) return emptyNotes;
  const delta = new Delta();
  for (const operation of operations) {
    if (typeof operation?.insert !== 'string') continue;
    delta.insert(
      wellFormed(operation.insert),
      cleanAttributes(operation.attributes ?? {}) as Record<string, unknown>,
    );
  }
  const runs = delta.ops as unknown as Notes;
  return isBlank(runs) ? emptyNotes : runs;
}

/** Half a character, which comparing texts does not survive, becomes a replacement mark. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const isBlank = (notes: Notes): boolean =>
  notes.every((run) => run.insert.trim() === '' && run.attributes === undefined);

export const plainText = (notes: Notes): string => notes.map((run) => run.insert).join('');

export const sameNotes = (one: Notes, other: Notes): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `current` with the author's edit from `base` to `next` laid over what others did since `base`. */
export function mergeNotes(current: Notes, edit: { base: Notes; next: Notes }): Outcome<Notes> {
  const base = cleanNotes(edit.base);
  const next = cleanNotes(edit.next);
  const merged = sameNotes(base, current) ? next : mergeOver(current, base, next);
  return plainText(merged).length > notesLimit
    ? refuse('text-too-long', { field: 'notes', details: { max: notesLimit } })
    : done(merged);
}

function mergeOver(current: Notes, base: Notes, next: Notes): Notes {
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
