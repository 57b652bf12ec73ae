import {
  apply,
  batchLimit,
  type Change,
  type DocumentBody,
  definitionOf,
  type SingleChange,
} from './change.ts';
import { stepsOf } from './define-change.ts';
import { lengthOf } from './length.ts';
import { isSame } from './same.ts';

/** In characters. About as long as a message may be: what takes a change back is stored and sent like any other. */
const inverseLimit = 990_000;

/**
 * Contains only what the change did, so that what others did since stays. Null when there is nothing to take back, or no way: what
 * takes back a few words may hold a whole day, and one that is too large isn't made.
 */
export function inverse(
  before: DocumentBody | null,
  change: Change,
  after?: DocumentBody | null,
): Change | null {
  let body = before;
  let back: readonly SingleChange[] = [];
  let length = 0;
  const steps = stepsOf(change);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const next = (isLast && after) || applied(body, step);
    if (body === null || next === null) return null;
    const way = inverseOfStep(body, step, next);
    if (way === null || way.length + back.length > batchLimit) return null;
    length += lengthOf(way);
    if (length > inverseLimit) return null;
    back = [...way, ...back];
    body = next;
  }
  const [only] = back;
  if (!only) return null;
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
