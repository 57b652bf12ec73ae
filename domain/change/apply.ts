import { isDeleted } from '../layout/deletion.ts';
import { applyToLayout, type LayoutChange, readLayout } from '../layout/layout.ts';
import { done, type Outcome, type Problem, refuse } from '../problem/problem.ts';
import { applyToTeam, readTeam, type TeamChange } from '../team/team.ts';
import { applyToTemplate, readTemplate, type TemplateChange } from '../template/template.ts';
import {
  batchLimit,
  type Change,
  type DocumentBody,
  type DocumentKind,
  type SingleChange,
  stepsOf,
} from './change.ts';

type Fits = Readonly<Record<SingleChange['type'], readonly DocumentKind[]>>;

const planned = ['template', 'layout'] as const;

/** Which kinds of document each change fits. */
const fits: Fits = {
  'team.create': ['team'],
  'team.rename': ['team'],
  'team.breaks': ['team'],
  'team.day': ['team'],
  'team.theme': ['team'],
  'team.logo': ['team'],
  'team.columns': ['team'],
  'area.add': ['team'],
  'area.rename': ['team'],
  'area.delete': ['team'],
  'template.create': ['template'],
  'template.rename': ['template'],
  'template.area': ['template'],
  'template.delete': ['template'],
  'template.restore': ['template'],
  'layout.create': ['layout'],
  'layout.area': ['layout'],
  'layout.delete': ['layout'],
  'layout.restore': ['layout'],
  'layout.settings': ['layout'],
  'shift.add': ['layout'],
  'shift.edit': ['layout'],
  'shift.delete': ['layout'],
  'shift.seat': ['layout'],
  'shift.unseat': ['layout'],
  'schedule.take': ['layout'],
  'break.press': ['layout'],
  'break.restore': ['layout'],
  'notes.edit': planned,
  'rotation.add': planned,
  'rotation.edit': planned,
  'rotation.move': planned,
  'rotation.delete': planned,
  'subarea.add': planned,
  'subarea.rename': planned,
  'subarea.move': planned,
  'subarea.delete': planned,
  'position.add': planned,
  'position.rename': planned,
  'position.move': planned,
  'position.delete': planned,
};

/** Changes that a deleted document answers as any other would; it refuses the rest. */
const answeredWhenDeleted: ReadonlySet<SingleChange['type']> = new Set([
  'template.create',
  'template.delete',
  'template.restore',
  'layout.create',
  'layout.delete',
  'layout.restore',
]);

/** By name in a map, since a change from outside may be named like something every object has. */
const kindsFor: ReadonlyMap<string, readonly DocumentKind[]> = new Map(Object.entries(fits));

/**
 * The one way a document changes: the next body, or the problem. Pure and total: the same arguments give the same
 * answer in every browser and on the server, and no argument makes it throw. `null` is the document before its first
 * change.
 */
export function apply(body: DocumentBody | null, change: Change): Outcome<DocumentBody> {
  const steps = stepsOf(change);
  if (steps.length > batchLimit) return refuse('too-many', { details: { max: batchLimit } });
  let next = body;
  for (const [index, step] of steps.entries()) {
    const outcome = applyStep(next, step);
    if (!outcome.ok) return change.type === 'batch' ? inStep(index, outcome.problem) : outcome;
    next = outcome.value;
  }
  return next === null ? refuse('document-missing') : done(next);
}

/** Says which step of a batch it was, from 0. */
const inStep = (step: number, problem: Problem): Outcome<never> => ({
  ok: false,
  problem: { ...problem, details: { ...problem.details, step } },
});

function applyStep(body: DocumentBody | null, change: SingleChange): Outcome<DocumentBody> {
  if (body === null) return create(change);
  if (!kindsFor.get(change.type)?.includes(body.kind)) return refuse('wrong-document');
  if (isDeleted(body) && !answeredWhenDeleted.has(change.type)) return refuse('document-missing');
  switch (body.kind) {
    case 'team':
      return applyToTeam(body, change as TeamChange);
    case 'template':
      return applyToTemplate(body, change as TemplateChange);
    case 'layout':
      return applyToLayout(body, change as LayoutChange);
  }
}

function create(change: SingleChange): Outcome<DocumentBody> {
  switch (change.type) {
    case 'team.create':
      return readTeam(change.team);
    case 'template.create':
      return readTemplate(change.template);
    case 'layout.create':
      return readLayout(change.layout);
    default:
      return refuse('document-missing');
  }
}
