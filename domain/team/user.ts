import type { Language, Words } from '../../words/words.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome } from '../problem/problem.ts';

export const roles = ['manager', 'lead', 'viewer'] as const;
/** A manager may do all; a lead runs the day: layouts from templates, shifts, seats, breaks, notes; a viewer reads. */
export type Role = (typeof roles)[number];

export const roleName = (t: Words<'page'>, role: Role): string => t(`role-${role}`);

/** A manager without the second factor that the team requires may do what a lead may, so that the day goes on. */
export const withoutSecondFactor = (role: Role): Role => (role === 'manager' ? 'lead' : role);

export const mayManage = (role: Role): boolean => role === 'manager';
export const mayRunTheDay = (role: Role): boolean => role !== 'viewer';
/** May the first do more than the second? */
export const isHigher = (role: Role, than: Role): boolean => roles.indexOf(role) < roles.indexOf(than);

/** Of a personal access token. `read`: to look; `write`: all that its person may do in teams, never to their account. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const tokenDays = [7, 30, 90, 365] as const;

/** Who can create an account: anyone, people with an invite link, or nobody. */
export const registrations = ['open', 'invited', 'closed'] as const;
export type Registration = (typeof registrations)[number];

export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** None until the person chose one: pages are in the device's, and mail is in English. */
  readonly language?: Language;
}

export const passwordMinimum = 8;
export const passwordMaximum = 256;

/** The first letter as a capital; nothing else changes. */
export function capitalize(name: string): string {
  const [first = '', ...rest] = [...name];
  return first.toLocaleUpperCase('en-US') + rest.join('');
}

/** Both names ready to store, or 'Invalid first name or last name.' at the field it is about. */
export function parsePersonNames(
  first: string,
  last: string,
): Outcome<{ firstName: string; lastName: string }> {
  const firstName = parseName(first, 'firstName', 'invalid-person-name');
  if (!firstName.ok) return firstName;
  const lastName = parseName(last, 'lastName', 'invalid-person-name');
  if (!lastName.ok) return lastName;
  return done({ firstName: capitalize(firstName.value), lastName: capitalize(lastName.value) });
}

export const fullName = (user: Pick<User, 'firstName' | 'lastName'>): string =>
  `${user.firstName} ${user.lastName}`.trim();

const ofCrew = 'crew_';

/** Who changes are by that a person of the crew without an account made. No account has such an id. */
export const crewAuthor = (person: string): string => ofCrew + person;

/** The person of the crew; null for an account. */
export const personOfAuthor = (author: string): string | null =>
  author.startsWith(ofCrew) ? author.slice(ofCrew.length) : null;
