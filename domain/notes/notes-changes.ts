import * as z from 'zod/mini';
import { read } from '../change/cost.ts';
import { planChange, type Steps } from '../change/define-change.ts';
import type { Layout } from '../day/layout.ts';
import { done, type Outcome } from '../problem/problem.ts';
import type { Template } from '../team/template.ts';
import { mergeNotes } from './merge-notes.ts';
import { type Notes, notesLimit, notesRunLimit } from './notes.ts';

const notesSchema = (runLimit: number): z.ZodMiniType<Notes> =>
  z
    .array(
      z.strictObject({
        insert: z.string(),
        attributes: z.optional(
          z.strictObject({
            header: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
            bold: z.optional(z.literal(true)),
            italic: z.optional(z.literal(true)),
            underline: z.optional(z.literal(true)),
            link: z.optional(z.string().check(z.maxLength(2_000))),
            list: z.optional(z.enum(['ordered', 'bullet'])),
          }),
        ),
      }),
    )
    .check(
      z.maxLength(runLimit),
      z.refine((runs) => runs.reduce((sum, run) => sum + run.insert.length, 0) <= notesLimit * 2),
    );
/** Stored notes may come from before runs had a limit. */
export const storedNotes = notesSchema(notesLimit);
export const newNotes = notesSchema(notesRunLimit * 2);

const merge = z.optional(z.literal('lines'));

export const notesChanges = {
  'notes.edit': planChange({
    fields: { base: storedNotes, next: storedNotes, merge },
    newFields: { base: newNotes, next: newNotes, merge },
    may: { template: 'manager', layout: 'lead' },
    stamp: (change) => (change.merge === 'lines' ? change : { ...change, merge: 'lines' as const }),
    apply: (body, edit): Outcome<Template | Layout> => {
      const notes = mergeNotes(body.notes, edit);
      return notes.ok ? done({ ...body, notes: notes.value }) : notes;
    },
    inverse: (before, _, after): Steps => [{ type: 'notes.edit', base: after.notes, next: before.notes }],
    cost: (size, { base, next }) => {
      size.runs += next.length;
      return read.step + read.run * (size.runs + base.length);
    },
  }),
};
