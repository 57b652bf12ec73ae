import * as z from 'zod/mini';
import { list, name, type SchemaValue } from '../change/fields.ts';
import { mergeNotes } from '../notes/merge-notes.ts';
import { cleanNotes, emptyNotes, storedNotes } from '../notes/notes.ts';
import { parsePlan, withoutSeats } from '../plan/plan.ts';
import { rotationLimit, rotationSchema } from '../plan/rotation.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome } from '../problem/problem.ts';

export const templateSchema = z.strictObject({
  kind: z.literal('template'),
  name,
  area: name,
  notes: storedNotes,
  rotations: list(rotationSchema, rotationLimit),
  type: z.literal('fixed'),
  deleted: z.optional(z.literal(true)),
});
export type Template = SchemaValue<typeof templateSchema>;

export const starterKinds = ['burgers', 'chicken', 'coffee', 'pizza', 'sandwiches'] as const;
export type StarterKind = (typeof starterKinds)[number];

/** An empty template, or 'Invalid name or area' at the field. */
export function newTemplate(typed: { name: string; area: string }): Outcome<Template> {
  const name = parseName(typed.name, 'name', 'invalid-name-or-area');
  if (!name.ok) return name;
  const area = parseName(typed.area, 'area', 'invalid-name-or-area');
  if (!area.ok) return area;
  return done({
    kind: 'template',
    name: name.value,
    area: area.value,
    notes: emptyNotes,
    rotations: [],
    type: 'fixed',
  });
}

/** A template as it is stored: everything in it checked, nobody seated. */
export function parseTemplate(template: Template): Outcome<Template> {
  const head = newTemplate(template);
  if (!head.ok) return head;
  const notes = mergeNotes(emptyNotes, { base: emptyNotes, next: cleanNotes(template.notes) });
  if (!notes.ok) return notes;
  const rotations = parsePlan(template.rotations);
  return rotations.ok
    ? done({ ...head.value, notes: notes.value, rotations: withoutSeats(rotations.value) })
    : rotations;
}
