import * as z from 'zod/mini';
import { planChange, type Steps } from '../change/define-change.ts';
import type { Layout } from '../day/layout.ts';
import { done, type Outcome } from '../problem/problem.ts';
import type { Template } from '../team/template.ts';
import { mergeNotes } from './merge-notes.ts';
import { linesIn, newNotes, storedNotes } from './notes.ts';

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
    // They are merged line by line.
    remakes: ({ notes }, { base, next }) =>
      [notes, base, next].reduce((sum, each) => sum + linesIn(each), 0) / 8,
  }),
};
