import { done, type Outcome, type Problem, refuse } from '../problem/problem.ts';
import { batchLimit, type Change, type DocumentBody, type SingleChange, stepsOf } from './change.ts';
import { isDeleted } from './deletion.ts';
import { definitionOf } from './registry.ts';

/** The only way a document changes. Pure and total, so that browsers and server agree; `null` is the document before its first change. */
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

function applyStep(body: DocumentBody | null, step: SingleChange): Outcome<DocumentBody> {
  const definition = definitionOf(step);
  if (body === null) return definition?.create?.(step) ?? refuse('document-missing');
  if (!definition?.fits.includes(body.kind)) return refuse('wrong-document');
  if (isDeleted(body) && !definition.whenDeleted) return refuse('document-missing');
  return definition.apply(body, step);
}

export interface Replayed {
  readonly body: DocumentBody | null;
  readonly version: number;
  /** The changes that `apply` refuses today. Without them the body is not what it was when they were made. */
  readonly skipped: readonly { readonly version: number; readonly problem: Problem }[];
}

/** Stored changes were accepted once, so one that `apply` refuses today is left out. Rules that get stricter belong in `applyNew`. */
export function replay(
  start: { readonly version: number; readonly body: DocumentBody | null },
  changes: readonly { readonly version: number; readonly change: Change }[],
): Replayed {
  let { version, body } = start;
  const skipped: { version: number; problem: Problem }[] = [];
  for (const later of changes) {
    const outcome = apply(body, later.change);
    if (outcome.ok) body = outcome.value;
    else skipped.push({ version: later.version, problem: outcome.problem });
    version = later.version;
  }
  return { body, version, skipped };
}
