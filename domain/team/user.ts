import { parseName } from '../problem/name.ts';
import { done, type Outcome } from '../problem/problem.ts';

/** Who can create an account: anyone, people with an invite link, or nobody. */
export const registrations = ['open', 'invited', 'closed'] as const;
export type Registration = (typeof registrations)[number];

export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
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
