import { nameLimit } from '../../domain/problem/name.ts';
import { capitalize } from '../../domain/team/user.ts';

/** The claims of an ID token; any may be missing. */
export type Claims = Readonly<Record<string, unknown>>;

/** Both names of a person; what the claims lack is taken from the email address. */
export function namesOf(claims: Claims): { firstName: string; lastName: string } {
  const words = textOf(claims.name).split(/\s+/);
  const mailbox = textOf(claims.email).split('@', 1)[0];
  const first = (...candidates: (string | undefined)[]) => toName(candidates.find((each) => each) ?? 'New');
  return {
    firstName: first(textOf(claims.given_name), words.slice(0, -1).join(' '), words.at(-1), mailbox),
    lastName: first(textOf(claims.family_name), words.length > 1 ? words.at(-1) : '', mailbox),
  };
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

/** Follows U2 and U3, where nobody can be asked to correct it. */
const toName = (name: string): string => capitalize(name.slice(0, nameLimit).trim());
