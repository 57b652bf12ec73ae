import { type Change, type SingleChange, stepsOf } from '../change/change.ts';

export const roles = ['manager', 'lead', 'viewer'] as const;
/** A manager may do all; a lead runs the day: layouts from templates, shifts, seats, breaks, notes; a viewer reads. */
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  manager: 'Manager',
  lead: 'Lead',
  viewer: 'Viewer',
};

const runsTheDay: ReadonlySet<SingleChange['type']> = new Set([
  'layout.create',
  'shift.add',
  'shift.edit',
  'shift.delete',
  'shift.seat',
  'shift.unseat',
  'schedule.take',
  'break.press',
  'break.restore',
  'notes.edit',
]);

/** What a lead learns about the team's schedule files while importing one. */
const learnsColumns = ({ type }: SingleChange): boolean => type === 'team.columns';

/** May someone of this role make this change to a document of this kind? `layout.settings` is the server's alone. */
export function mayChange(role: Role, kind: 'team' | 'template' | 'layout', change: Change): boolean {
  if (stepsOf(change).some((step) => step.type === 'layout.settings')) return false;
  if (role === 'manager') return true;
  if (role !== 'lead' || kind === 'template') return false;
  const isLeads = kind === 'team' ? learnsColumns : ({ type }: SingleChange) => runsTheDay.has(type);
  return stepsOf(change).every(isLeads);
}

/** Screens ask before they show a button. */
export const mayManage = (role: Role): boolean => role === 'manager';
export const mayRunTheDay = (role: Role): boolean => role !== 'viewer';

/** Of a personal access token. `read`: to look; `write`: all that its person may do in teams, never to their account. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** How long a personal access token may work. */
export const tokenDays = [7, 30, 90, 365] as const;
