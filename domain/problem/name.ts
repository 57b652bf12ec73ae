import { done, type Outcome, type ProblemCode, refuse } from './problem.ts';

export const nameLimit = 100;
export const noteLimit = 1_000;

/** Blanks, and characters that take part in a word but show nothing by themselves, are no name. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Signs that turn the direction of all that follows, as names copied from a phone bring along, and what is no character: control
 * codes, which databases and terminals take for something else, and half of a pair of surrogates.
 */
const unprintable = /[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r\u0080-\u009f])\p{Cc}|\p{Cs}/gu;

export const withoutUnprintable = (text: string): string => text.replace(unprintable, '');

/** A name without blanks around it, or the problem with it. */
export function parseName(
  typed: string,
  field: string,
  missing: ProblemCode = 'invalid-name',
): Outcome<string> {
  const name = withoutUnprintable(typed).trim();
  if (!visible.test(name)) return refuse(missing, { field });
  if (name.length > nameLimit) return refuse('name-too-long', { field, details: { max: nameLimit } });
  return done(name);
}

/** 'Maria Gutiérrez' as 'Maria G.': what fits on a board. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return last ? `${first} ${[...last][0]?.toLocaleUpperCase('en-US')}.` : first;
}
