import { capitalize } from '../../../domain/account/user.ts';
import { nameLimit } from '../../../domain/problem/name.ts';

/** What a provider says of a person; any of it may be missing. */
export type Claims = Readonly<Record<string, unknown>>;

/** Both names of someone who comes through a provider; what it does not tell is taken from their address. */
export function namesOf(claims: Claims): { firstName: string; lastName: string } {
  const words = textOf(claims.name).split(/\s+/);
  const mailbox = textOf(claims.email).split('@', 1)[0];
  const read = (...ways: (string | undefined)[]) => fitting(ways.find((way) => way) ?? 'New');
  return {
    firstName: read(textOf(claims.given_name), words.slice(0, -1).join(' '), words.at(-1), mailbox),
    lastName: read(textOf(claims.family_name), words.length > 1 ? words.at(-1) : '', mailbox),
  };
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

/** U2 and U3, without asking. */
const fitting = (name: string): string => capitalize(name.slice(0, nameLimit).trim());
