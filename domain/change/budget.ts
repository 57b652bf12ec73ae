import { type Notes, notesRunLimit } from '../notes/notes.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { apply } from './apply.ts';
import { batchLimit, type Change, type DocumentBody, stepsOf } from './change.ts';
import { grow, onePlace, type Size } from './cost.ts';
import { definitionOf } from './registry.ts';

/**
 * What a new change may cost, in microseconds of a slow processor, by an estimate that takes far less. One server
 * judges everyone's changes one after the other, so that a change that takes seconds stops every screen.
 */
export const costLimit = 100_000;

/**
 * The next body after a change that somebody makes now. What is stored was paid for when it was made, and `apply`
 * repeats it whatever it costs.
 */
export function applyNew(body: DocumentBody | null, change: Change): Outcome<DocumentBody> {
  const fits = checkCost(body, change);
  if (!fits.ok) return fits;
  const outcome = apply(body, change);
  if (!outcome.ok) return outcome;
  const runs = notesOf(outcome.value).length;
  // Notes from before the limit may have more, and can be made shorter.
  return runs > notesRunLimit && runs >= notesOf(body).length
    ? refuse('notes-too-styled', { field: 'notes' })
    : outcome;
}

function checkCost(body: DocumentBody | null, change: Change): Outcome<null> {
  const steps = stepsOf(change);
  if (steps.length > batchLimit) return refuse('too-many', { details: { max: batchLimit } });
  if (steps.filter(({ type }) => type === 'notes.edit').length > 1) return refuse('change-too-large');
  return costOf(body, change) > costLimit ? refuse('change-too-large') : done(null);
}

/** An upper estimate: what the steps of a batch add counts for those that follow. */
export function costOf(body: DocumentBody | null, change: Change): number {
  const size: Size = { shifts: 0, places: 0, rotation: 0, runs: 0 };
  if (body !== null && 'rotations' in body) grow(size, body);
  return stepsOf(change).reduce(
    (sum, step) => sum + (definitionOf(step)?.cost?.(size, step) ?? onePlace(size)),
    0,
  );
}

const notesOf = (body: DocumentBody | null): Notes =>
  body !== null && 'rotations' in body ? body.notes : [];
