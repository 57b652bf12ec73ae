import type { BreakSlot } from '../day/break.ts';
import type { MapBreak, Stamp } from './define-change.ts';
import type { DocumentKind } from './document.ts';
import { definitionOf, type SingleChange } from './registry.ts';

export type { BodyOf, DocumentBody, DocumentKind } from './document.ts';
export type { ChangeOf, ChangeType, PlanChange, ShiftChange, SingleChange, TeamChange } from './registry.ts';

interface BatchChange {
  readonly type: 'batch';
  readonly changes: readonly SingleChange[];
}

export type Change = SingleChange | BatchChange;

export const batchLimit = 1_000;

export const stepsOf = (change: Change): readonly SingleChange[] =>
  change.type === 'batch' ? change.changes : [change];

export const mapSteps = <C extends Change>(change: C, map: (step: SingleChange) => SingleChange): C =>
  (change.type === 'batch' ? { ...change, changes: change.changes.map(map) } : map(change)) as C;

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
  return mapBreaks(step, (_, slot) => notAfter(stamp.now, slot));
}

export const mapBreaks = (step: SingleChange, map: MapBreak): SingleChange =>
  (definitionOf(step)?.mapBreaks?.(step, map) ?? step) as SingleChange;

const notAfter = (now: number, slot: BreakSlot): BreakSlot =>
  slot && {
    ...slot,
    startedAt: Math.min(slot.startedAt, now),
    endedAt: slot.endedAt === null ? null : Math.min(slot.endedAt, now),
    ...(slot.confirmedAt !== undefined && { confirmedAt: Math.min(slot.confirmedAt, now) }),
  };
