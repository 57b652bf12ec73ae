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

export const isBlank = (text: string): boolean => !visible.test(text);

export const withoutUnprintable = (text: string): string => text.replace(unprintable, '');

export function parseName(
  typed: string,
  field: string,
  missing: ProblemCode = 'invalid-name',
): Outcome<string> {
  const name = withoutUnprintable(typed).trim();
  if (isBlank(name)) return refuse(missing, { field });
  if (name.length > nameLimit) return refuse('name-too-long', { field, details: { max: nameLimit } });
  return done(name);
}

/** What a person is called on a board: 'Bob' of 'Robert “Bob” Smith', and the last name that is shortened after it. */
export interface CalledName {
  readonly first: string;
  /** '' where there is one name alone. */
  readonly last: string;
  /** As it was typed, with single blanks. */
  readonly whole: string;
}

const quoted = /^["“”'‘’](.+)["“”'‘’]$/;
const inBrackets = /\([^()]*\)/g;
const suffix = /^(?:[js]r\.?|i{2,3}|iv)$/i;
/** Scripts that write a name in a few signs, and of which one alone says nothing. */
const unshortened = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function calledName(name: string): CalledName {
  const whole = name.trim().split(/\s+/).join(' ');
  const words = (whole.replace(inBrackets, ' ').trim() || whole).split(/\s+/);
  const nickname = words.slice(1).flatMap((word) => quoted.exec(word)?.[1] ?? [])[0];
  const plain = words.filter((word) => !quoted.test(word));
  const named = plain.filter((word, index) => index < 2 || !suffix.test(word));
  const last = named.length > 1 ? (named[named.length - 1] ?? '') : '';
  return { first: nickname ?? named[0] ?? words[0] ?? '', last, whole };
}

/** 'G.' of 'Gutiérrez', 'N-B.' of 'Nwosu-Bennett'; with `letters`, as many of the first part: 'Nw-B.'. */
export function initials(last: string, letters = 1): string {
  const [begin = '', rest] = [last.slice(0, lengthOf(last, letters)), last.slice(lengthOf(last, letters))];
  const parts = (rest.includes('-') ? rest.slice(rest.indexOf('-') + 1).split('-') : []).filter(Boolean);
  return `${[begin, ...parts.map((part) => part.slice(0, lengthOf(part, 1)))].map(capitalized).join('-')}.`;
}

/** How long the first letters of a text are, with the marks on them. */
function lengthOf(text: string, letters: number): number {
  return (text.match(/\P{M}\p{M}*/gu) ?? []).slice(0, letters).join('').length;
}

function capitalized(text: string): string {
  const length = lengthOf(text, 1);
  return text.slice(0, length).toLocaleUpperCase('en-US') + text.slice(length);
}

/** 'Maria Gutiérrez' as 'Maria G.', 'Amara Nwosu-Bennett' as 'Amara N-B.': what fits on a board. */
export function shortName(name: string): string {
  const { first, last, whole } = calledName(name);
  if (unshortened.test(last)) return whole;
  return last === '' ? first : `${first} ${initials(last)}`;
}
