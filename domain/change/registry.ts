import { crewChanges, forgetChanges, personChanges } from '../crew/crew-changes.ts';
import { mergeChanges } from '../crew/merge-people.ts';
import { attendanceChanges } from '../day/attendance-changes.ts';
import { breakChanges } from '../day/break-changes.ts';
import { layoutChanges } from '../day/layout-changes.ts';
import { fillChanges, seatChanges, swapChanges } from '../day/seat-changes.ts';
import { shiftChanges } from '../day/shift-changes.ts';
import { notesChanges } from '../notes/notes-changes.ts';
import { positionChanges, rotationChanges, subareaChanges } from '../plan/plan-changes.ts';
import { scheduleChanges } from '../schedule/schedule-changes.ts';
import { teamChanges } from '../team/team-changes.ts';
import { templateChanges } from '../team/template-changes.ts';
import type { ChangeDefinition, FieldsOf, Shape } from './define-change.ts';
import type { DocumentKind } from './document.ts';

export const registry = {
  ...teamChanges,
  ...templateChanges,
  ...layoutChanges,
  ...rotationChanges,
  ...subareaChanges,
  ...positionChanges,
  ...shiftChanges,
  ...attendanceChanges,
  ...forgetChanges,
  ...seatChanges,
  ...swapChanges,
  ...fillChanges,
  ...breakChanges,
  ...scheduleChanges,
  ...notesChanges,
  ...crewChanges,
  ...mergeChanges,
  ...personChanges,
};

type Registry = typeof registry;
export type ChangeType = keyof Registry;
export type ChangeOf<Type extends ChangeType> = {
  [T in Type]: { readonly type: T } & FieldsOf<Registry[T]['fields']>;
}[Type];

type ChangesIn<Definitions extends Partial<Registry>> = ChangeOf<keyof Definitions & ChangeType>;
export type TeamChange = ChangesIn<typeof teamChanges>;
export type PlanChange = ChangesIn<typeof rotationChanges & typeof subareaChanges & typeof positionChanges>;
export type ShiftChange = ChangesIn<typeof shiftChanges>;

export type SingleChange = ChangeOf<ChangeType>;

export type AnyDefinition = ChangeDefinition<DocumentKind, Shape>;

export const definitions: ReadonlyMap<string, AnyDefinition> = new Map(
  Object.entries(registry) as unknown as [string, AnyDefinition][],
);

/** Undefined for a change that another version made, or that is named like something every object has. */
export const definitionOf = ({ type }: { readonly type: string }): AnyDefinition | undefined =>
  definitions.get(type);
