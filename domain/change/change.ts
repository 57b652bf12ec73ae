import type { BreakSlot } from '../break/break.ts';
import type { Layout, LayoutChange } from '../layout/layout.ts';
import type { Shift } from '../shift/shift.ts';
import type { Team, TeamChange } from '../team/team.ts';
import type { Template, TemplateChange } from '../template/template.ts';

export type DocumentBody = Team | Template | Layout;
export type DocumentKind = DocumentBody['kind'];
export type BodyOf<Kind extends DocumentKind> = Extract<DocumentBody, { kind: Kind }>;

/** Everything that can be done to a document in one step. */
export type SingleChange = TeamChange | TemplateChange | LayoutChange;

/** Several steps that happen together or not at all. */
export interface BatchChange {
  readonly type: 'batch';
  readonly changes: readonly SingleChange[];
}

export type Change = SingleChange | BatchChange;

export const batchLimit = 1_000;

/** The steps of a change, in order. */
export const stepsOf = (change: Change): readonly SingleChange[] =>
  change.type === 'batch' ? change.changes : [change];

/** The kind of document that a first change makes; null for a change of what exists. */
export function kindCreated(change: Change): DocumentKind | null {
  switch (change.type) {
    case 'team.create':
      return 'team';
    case 'template.create':
      return 'template';
    case 'layout.create':
      return 'layout';
    default:
      return null;
  }
}

/**
 * The change as the server keeps it: no instant later than the server's own, and presses signed with their author's
 * user id.
 */
export function stampChange<C extends Change>(change: C, stamp: { now: number; by: string }): C {
  if (change.type === 'batch') {
    return { ...change, changes: change.changes.map((step) => stampChange(step, stamp)) };
  }
  if (change.type === 'break.press') {
    return { ...change, at: Math.min(change.at, stamp.now), by: stamp.by };
  }
  if (change.type === 'break.restore') return { ...change, record: notAfter(stamp.now, change.record) };
  if (change.type === 'shift.add') return { ...change, shift: takenBy(stamp.now, change.shift) };
  if (change.type === 'schedule.take') {
    return { ...change, add: change.add.map((shift) => takenBy(stamp.now, shift)) };
  }
  if (change.type !== 'layout.create') return change;
  const shifts = change.layout.shifts.map((shift) => takenBy(stamp.now, shift));
  return { ...change, layout: { ...change.layout, shifts } };
}

const takenBy = (now: number, shift: Shift): Shift => ({
  ...shift,
  breaks: shift.breaks.map((slot) => notAfter(now, slot)),
});

const notAfter = (now: number, slot: BreakSlot): BreakSlot =>
  slot && {
    ...slot,
    startedAt: Math.min(slot.startedAt, now),
    endedAt: slot.endedAt === null ? null : Math.min(slot.endedAt, now),
  };
