import { type Notes, notesRunLimit } from '../notes/notes.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { apply, batchLimit, type Change, type DocumentBody, definitionOf } from './change.ts';
import { stepsOf } from './define-change.ts';
import { lengthOf } from './length.ts';

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

/**
 * What a step costs in any case, with each thing that it brings, and with each character: text is checked, stored and sent. Its
 * way through what is there already costs less.
 */
const [perStep, perThing, perCharacter, perPassed] = [5, 8, 0.03, 0.06];

/** As measured, rounded up: what the steps of a batch bring counts for those that follow. */
export function costOf(body: DocumentBody | null, change: Change): number {
  let size = body ? sizeOf(body) : 0;
  let cost = 0;
  let earlier = 0;
  for (const step of stepsOf(change)) {
    const definition = definitionOf(step);
    const brought = Object.values(step).reduce<number>((sum, value) => sum + thingsIn(value), 0);
    const fits = body !== null && definition?.fits.includes(body.kind);
    // What the steps before it brought may be among it by then.
    const remade = fits && definition?.remakes ? definition.remakes(body, step) + earlier / 10 : 0;
    size += brought;
    earlier += brought;
    cost += perStep + perThing * (brought + remade) + perCharacter * lengthOf(step);
    cost += size * (definition?.cleansUp ? 1 : perPassed);
  }
  return cost;
}

/** A place or a seat takes a tenth of what a shift does. */
function sizeOf(body: DocumentBody): number {
  const rotations = 'rotations' in body ? body.rotations : [];
  let places = 0;
  for (const { subareas } of rotations) {
    for (const { positions } of subareas) {
      for (const { seats } of positions) places += 1 + seats.length;
    }
  }
  return (body.kind === 'layout' ? body.shifts.length : 0) + places / 10;
}

/** Shifts, breaks, people, runs of notes, and tenths for positions, of which the largest day has 34,560. */
function thingsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if ('seats' in value && Array.isArray(value.seats)) return (1 + value.seats.length) / 10;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + thingsIn(each), 0);
  return Array.isArray(value) ? inside : inside + 1;
}

const notesOf = (body: DocumentBody | null): Notes =>
  body !== null && 'rotations' in body ? body.notes : [];
