import { type Notes, notesRunLimit } from '../notes/notes.ts';
import type { Plan } from '../plan/plan.ts';
import type { Position } from '../position/position.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import type { Shift } from '../shift/shift.ts';
import { apply } from './apply.ts';
import { batchLimit, type Change, type DocumentBody, type SingleChange, stepsOf } from './change.ts';

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

/** How much there is to look at in a document. */
interface Size {
  shifts: number;
  /** Positions and seats of all rotations, and of the largest one. */
  places: number;
  rotation: number;
  runs: number;
}

/** An upper estimate: what the steps of a batch add counts for those that follow. */
export function costOf(body: DocumentBody | null, change: Change): number {
  const size: Size = { shifts: 0, places: 0, rotation: 0, runs: 0 };
  if (body !== null && body.kind !== 'team') grow(size, body);
  return stepsOf(change).reduce((sum, step) => sum + costOfStep(step, size), 0);
}

function grow(size: Size, day: { shifts?: readonly Shift[]; rotations: Plan; notes: Notes }): void {
  size.shifts += day.shifts?.length ?? 0;
  size.runs += day.notes.length;
  for (const rotation of day.rotations) {
    const places = placesOf(rotation);
    size.places += places;
    size.rotation = Math.max(size.rotation, places);
  }
}

const placesIn = (positions: readonly Position[]): number =>
  positions.reduce((sum, { seats }) => sum + 1 + seats.length, 0);

/** Counted once: a change leaves the rotations that it does not touch as they are. */
const counted = new WeakMap<Rotation, number>();
function placesOf(rotation: Rotation): number {
  const known = counted.get(rotation);
  if (known !== undefined) return known;
  const places = 1 + placesIn(positionsOf(rotation));
  counted.set(rotation, places);
  return places;
}

/** Microseconds, as measured: `read` for what a change brings, `settle` and `pass` for what is there already. */
const read = { step: 5, shift: 6, place: 0.5, run: 8 } as const;
const settle = { shift: 1, place: 0.1, lookUp: 0.08, seated: 0.25 } as const;
const pass = 0.02;

function costOfStep(step: SingleChange, size: Size): number {
  switch (step.type) {
    case 'layout.create':
    case 'template.create': {
      grow(size, step.type === 'layout.create' ? step.layout : step.template);
      return read.step + read.shift * size.shifts + read.place * size.places + read.run * size.runs;
    }
    case 'layout.settings':
      return wholeDay(size);
    case 'schedule.take': {
      const rows = [step.remove, step.edit, step.add, step.remember, step.forget];
      size.shifts += step.add.length;
      return wholeDay(size) + read.shift * rows.reduce((sum, { length }) => sum + length, 0);
    }
    case 'notes.edit':
      size.runs += step.next.length;
      return read.step + read.run * (size.runs + step.base.length);
    case 'shift.add': {
      const { length } = step.seats;
      size.shifts += 1;
      size.places += length;
      size.rotation += 1;
      return read.step + read.shift + pass * size.shifts + length * (2 + pass * size.rotation);
    }
    case 'shift.edit':
    case 'shift.delete':
      return read.step + read.shift + pass * (size.shifts + size.places);
    case 'shift.seat':
      size.places += 1;
      size.rotation += 1;
      return passBy(size);
    case 'rotation.add': {
      const places = placesOf(step.rotation);
      size.places += places;
      size.rotation = Math.max(size.rotation, places);
      return settleRotation(size) + read.place * places;
    }
    case 'rotation.edit':
      return settleRotation(size);
    case 'subarea.add':
    case 'position.add': {
      const places = placesIn(step.type === 'position.add' ? [step.position] : step.subarea.positions);
      size.places += places;
      size.rotation += places;
      return settleRotation(size) + read.place * places;
    }
    default:
      return passBy(size);
  }
}

const wholeDay = ({ shifts, places }: Size): number =>
  read.step + settle.shift * shifts + settle.place * places;
const settleRotation = ({ shifts, rotation }: Size): number =>
  read.step + settle.lookUp * shifts + settle.seated * rotation;
const passBy = ({ shifts, rotation }: Size): number => read.step + pass * (shifts + rotation);

const notesOf = (body: DocumentBody | null): Notes =>
  body === null || body.kind === 'team' ? [] : body.notes;
