import { crewRegistry } from '../crew/crew-registry.ts';
import { attendanceChanges } from '../day/attendance-changes.ts';
import type { BreakSlot } from '../day/break.ts';
import { breakChanges } from '../day/break-changes.ts';
import { chartChanges, headcountChanges } from '../day/chart-changes.ts';
import { layoutChanges } from '../day/layout-changes.ts';
import { forgetChanges, personChanges } from '../day/people-changes.ts';
import { positionChanges, rotationChanges, subareaChanges } from '../day/plan-changes.ts';
import { planningChanges } from '../day/planning-changes.ts';
import { scheduleChanges } from '../day/schedule-changes.ts';
import { fillChanges, seatChanges, swapChanges } from '../day/seat-changes.ts';
import { shiftChanges } from '../day/shift-changes.ts';
import { notesChanges } from '../notes/notes-changes.ts';
import { done, type Outcome, type Problem, refuse } from '../problem/problem.ts';
import { teamChanges } from '../team/team-changes.ts';
import { templateChanges } from '../team/template-changes.ts';
import {
  type ChangeDefinition,
  type FieldsOf,
  type MapRecords,
  mapSteps,
  type Shape,
  type Stamp,
  stepsOf,
} from './define-change.ts';
import { isDeleted } from './deletion.ts';
import type { DocumentBody, DocumentKind } from './document.ts';

export type { BodyOf, DocumentBody, DocumentKind } from './document.ts';

export const registry = {
  ...teamChanges,
  ...templateChanges,
  ...layoutChanges,
  ...rotationChanges,
  ...subareaChanges,
  ...positionChanges,
  ...chartChanges,
  ...headcountChanges,
  ...shiftChanges,
  ...attendanceChanges,
  ...forgetChanges,
  ...seatChanges,
  ...swapChanges,
  ...fillChanges,
  ...planningChanges,
  ...breakChanges,
  ...scheduleChanges,
  ...notesChanges,
  ...crewRegistry,
  ...personChanges,
};

type Registry = typeof registry;
export type ChangeType = keyof Registry;
export type ChangeOf<Type extends ChangeType> = {
  [T in Type]: { readonly type: T } & FieldsOf<Registry[T]['fields']>;
}[Type];

type ChangesIn<Definitions extends Partial<Registry>> = ChangeOf<keyof Definitions & ChangeType>;
export type TeamChange = ChangesIn<typeof teamChanges>;
export type PlanChange = ChangesIn<
  typeof rotationChanges & typeof subareaChanges & typeof positionChanges & typeof chartChanges
>;
export type ShiftChange = ChangesIn<typeof shiftChanges>;

export type SingleChange = ChangeOf<ChangeType>;

export type AnyDefinition = ChangeDefinition<DocumentKind, Shape>;

const known = new Map<string, AnyDefinition>();
export const definitions: ReadonlyMap<string, AnyDefinition> = known;

/** Kinds of changes that the page loads later. Until then it knows nothing of them. */
export function addChanges(more: Partial<Registry>): void {
  for (const [type, definition] of Object.entries(more))
    known.set(type, definition as unknown as AnyDefinition);
}
addChanges(registry);

/** Undefined for a change that another version made, or that is named like something every object has. */
export const definitionOf = ({ type }: { readonly type: string }): AnyDefinition | undefined =>
  definitions.get(type);

interface BatchChange {
  readonly type: 'batch';
  readonly changes: readonly SingleChange[];
}

export type Change = SingleChange | BatchChange;

export const batchLimit = 1_000;

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

/** The kind of document that a first change creates; null for a change of an existing one. */
export function kindCreated(change: Change): DocumentKind | null {
  const definition = definitionOf(change);
  return definition?.create ? (definition.fits[0] ?? null) : null;
}

/** Can it be made to a document that is not loaded? Lists make such changes. */
export const fitsUnseen = (change: Change): boolean => definitionOf(change)?.unseen === true;

/** The change as the server keeps it: no instant later than the server's clock, and presses signed by their author. */
export const stampChange = <C extends Change>(change: C, stamp: Stamp): C =>
  mapSteps(change, (step) => stampStep(step, stamp));

function stampStep(step: SingleChange, stamp: Stamp): SingleChange {
  const definition = definitionOf(step);
  if (definition?.stamp) return definition.stamp(step, stamp) as unknown as SingleChange;
  return mapRecords(step, {
    taken: (_, slot) => notAfter(stamp.now, slot),
    said: (_, said) => ({ ...said, at: Math.min(said.at, stamp.now) }),
  });
}

export const mapRecords = (step: SingleChange, map: MapRecords): SingleChange =>
  (definitionOf(step)?.mapRecords?.(step, map) ?? step) as SingleChange;

const notAfter = (now: number, slot: BreakSlot): BreakSlot =>
  slot && {
    ...slot,
    startedAt: Math.min(slot.startedAt, now),
    endedAt: slot.endedAt === null ? null : Math.min(slot.endedAt, now),
    ...(slot.confirmedAt !== undefined && { confirmedAt: Math.min(slot.confirmedAt, now) }),
  };
