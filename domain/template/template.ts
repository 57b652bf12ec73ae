import { type Deletable, restored } from '../layout/deletion.ts';
import { cleanNotes, emptyNotes, mergeNotes, type Notes, type NotesChange } from '../notes/notes.ts';
import { applyToPlan, mapSeatsIn, type Plan, type PlanChange, withoutSeats } from '../plan/plan.ts';
import { readName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

/** A reusable day. */
export interface Template extends Deletable {
  readonly kind: 'template';
  readonly name: string;
  readonly area: string;
  readonly notes: Notes;
  readonly rotations: Plan;
  readonly type: 'fixed';
}

export type TemplateChange =
  | { readonly type: 'template.create'; readonly template: Template }
  | { readonly type: 'template.rename'; readonly name: string }
  | { readonly type: 'template.area'; readonly area: string }
  | { readonly type: 'template.delete' | 'template.restore' }
  | NotesChange
  | PlanChange;

/** An empty template, or 'Invalid name or area' at the field. */
export function newTemplate(typed: { name: string; area: string }): Outcome<Template> {
  const name = readName(typed.name, 'name', 'invalid-name-or-area');
  if (!name.ok) return name;
  const area = readName(typed.area, 'area', 'invalid-name-or-area');
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
export function readTemplate(template: Template): Outcome<Template> {
  const head = newTemplate(template);
  if (!head.ok) return head;
  const notes = mergeNotes(emptyNotes, { base: emptyNotes, next: cleanNotes(template.notes) });
  if (!notes.ok) return notes;
  const rotations = readPlan(template.rotations);
  return rotations.ok
    ? done({ ...head.value, notes: notes.value, rotations: withoutSeats(rotations.value) })
    : rotations;
}

export function readPlan(plan: Plan): Outcome<Plan> {
  let checked: Plan = [];
  for (const rotation of plan) {
    const next = applyToPlan(checked, { type: 'rotation.add', rotation, before: null });
    if (!next.ok) return next;
    checked = next.value;
  }
  return done(checked);
}

export function applyToTemplate(template: Template, change: TemplateChange): Outcome<Template> {
  switch (change.type) {
    case 'template.create':
      return refuse('document-exists');
    case 'template.rename': {
      const name = readName(change.name, 'name');
      return name.ok ? done({ ...template, name: name.value }) : name;
    }
    case 'template.area': {
      const area = readName(change.area, 'area', 'area-missing');
      return area.ok ? done({ ...template, area: area.value }) : area;
    }
    case 'template.delete':
      return done({ ...template, deleted: true });
    case 'template.restore':
      return done(restored(template));
    case 'notes.edit': {
      const notes = mergeNotes(template.notes, change);
      return notes.ok ? done({ ...template, notes: notes.value }) : notes;
    }
    default: {
      const rotations = applyToPlan(template.rotations, change);
      if (!rotations.ok) return rotations;
      const touched = rotations.value.map((rotation) =>
        template.rotations.includes(rotation) ? rotation : mapSeatsIn(rotation, () => []),
      );
      return done({ ...template, rotations: touched });
    }
  }
}
