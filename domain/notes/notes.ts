import * as z from 'zod/mini';
import type { SchemaValue } from '../change/fields.ts';
import { isSame } from '../change/same.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

export const notesLimit = 50_000;
/** How often the style may change: laying edits over one another costs by each run. */
export const notesRunLimit = 2_000;

export const linkLimit = 2_000;

const attributesSchema = z.strictObject({
  header: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
  underline: z.optional(z.literal(true)),
  link: z.optional(z.string().check(z.maxLength(linkLimit))),
  list: z.optional(z.enum(['ordered', 'bullet'])),
});
export type NoteAttributes = SchemaValue<typeof attributesSchema>;

/** A run of text with its looks; paragraph looks (header, list) sit on the line break that ends the line. */
const runSchema = z.strictObject({ insert: z.string(), attributes: z.optional(attributesSchema) });
export type NoteRun = SchemaValue<typeof runSchema>;

/** Rich text as a delta that only inserts text. */
export type Notes = readonly NoteRun[];

const notesSchema = (runLimit: number): z.ZodMiniType<Notes> =>
  z.array(runSchema).check(
    z.maxLength(runLimit),
    z.refine((runs) => runs.reduce((sum, run) => sum + run.insert.length, 0) <= notesLimit * 2),
  );
/** Stored notes may come from before runs had a limit. */
export const storedNotes = notesSchema(notesLimit);
export const newNotes = notesSchema(notesRunLimit * 2);

export const emptyNotes: Notes = [];

/** Schemes a link may have; everything else could run script or leave the product. */
export const isSafeLink = (link: string): boolean =>
  link.length <= linkLimit && /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d()\-. ]+)$/i.test(link);

/** What a person typed, as a link; one without a scheme is of the web. */
export function parseLink(typed: string): Outcome<string> {
  const text = typed.trim();
  const hasScheme = /^[a-z]+:/i.test(text);
  const link = hasScheme ? text : `https://${text}`;
  if (isSafeLink(link)) return done(link);
  if (hasScheme && !/^(https?|mailto|tel):/i.test(text)) return refuse('link-unsafe', { field: 'link' });
  return link.length > linkLimit
    ? refuse('link-too-long', { field: 'link', details: { max: linkLimit } })
    : refuse('link-unreadable', { field: 'link' });
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
  const runs: NoteRun[] = [];
  for (const operation of operations) {
    if (typeof operation?.insert !== 'string' || operation.insert === '') continue;
    const insert = wellFormed(operation.insert);
    const attributes = cleanAttributes(operation.attributes ?? {});
    const last = runs[runs.length - 1];
    if (last && isSame(last.attributes, attributes)) {
      runs[runs.length - 1] = { ...last, insert: last.insert + insert };
    } else {
      runs.push(attributes ? { insert, attributes } : { insert });
    }
  }
  return isBlank(runs) ? emptyNotes : runs;
}

/** Half a character, which comparing texts does not survive, becomes a replacement mark. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const isBlank = (notes: Notes): boolean =>
  notes.every((run) => run.insert.trim() === '' && run.attributes === undefined);

export const plainText = (notes: Notes): string => notes.map((run) => run.insert).join('');

export const sameNotes = (one: Notes, other: Notes): boolean => JSON.stringify(one) === JSON.stringify(other);

export const linesIn = (notes: Notes): number =>
  notes.reduce((sum, { insert }) => sum + insert.split('\n').length, 0);
