import {
  apply,
  batchLimit,
  type Change,
  type DocumentBody,
  definitionOf,
  type SingleChange,
} from './change.ts';
import { stepsOf } from './define-change.ts';
import { isSame } from './same.ts';

/** Contains only what the change did, so that what others did since stays. Null when there is nothing to take back, or no way. */
export function inverse(
  before: DocumentBody | null,
  change: Change,
  after?: DocumentBody | null,
): Change | null {
  let body = before;
  let back: readonly SingleChange[] = [];
  const steps = stepsOf(change);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const next = (isLast && after) || applied(body, step);
    if (body === null || next === null) return null;
    const way = inverseOfStep(body, step, next);
    if (way === null) return null;
    back = [...way, ...back];
    body = next;
  }
  const [only] = back;
  if (!only || back.length > batchLimit) return null;
  return back.length === 1 ? only : { type: 'batch', changes: back };
}

const opposites = {
  'layout.delete': 'layout.restore',
  'layout.restore': 'layout.delete',
  'template.delete': 'template.restore',
  'template.restore': 'template.delete',
} as const;

export const inverseUnseen = ({ type }: Change): Change | null =>
  type in opposites ? { type: opposites[type as keyof typeof opposites] } : null;

function applied(body: DocumentBody | null, step: SingleChange): DocumentBody | null {
  const outcome = apply(body, step);
  return outcome.ok ? outcome.value : null;
}

const inverseOfStep = (before: DocumentBody, step: SingleChange, after: DocumentBody) =>
  isSame(before, after) ? [] : (definitionOf(step)?.inverse?.(before, step, after) ?? null);
