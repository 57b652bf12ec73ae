import { mayRunTheDay, type Role } from '../team/user.ts';
import type { Crew } from './crew.ts';

/** The id of the crew's document; a team has one. */
export const crewDocument = 'crew';

/** Whether it is the document of a team's crew, which only leads and managers may see. */
export const isCrew = ({ team, document }: { readonly team: string; readonly document: string }): boolean =>
  document === crewDocument && document !== team;

export const mayRead = (
  role: Role | null,
  ref: { readonly team: string; readonly document: string },
): boolean => role !== null && (mayRunTheDay(role) || !isCrew(ref));

export const emptyCrew: Crew = { kind: 'crew', people: [], merged: [], questions: [] };
