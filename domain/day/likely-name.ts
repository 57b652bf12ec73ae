import { isNickname, nicknameKeys } from './nicknames.ts';
import { wordsOf } from './same-name.ts';

type Words = readonly string[];

export const mayBeSamePerson = (one: string, other: string): boolean =>
  mayBeSameName(wordsOf(one), wordsOf(other));

/** 'Maria', 'Maria G.' and 'Maria Garcia' may be one person, and Katherine may be Katie; 'Maria Lopez' is another. */
export function mayBeSameName(one: Words, other: Words): boolean {
  const [first = '', theirs = ''] = [one[0], other[0]];
  return (first === theirs || isNickname(first, theirs)) && mayBeSameRest(one, other);
}

/** For people of two schedules: first names may be cut off, too, such as 'K. Jones' and 'Nik Rao', where a last name says whose they are. */
export function mayBeCalled(one: Words, other: Words): boolean {
  const [first = '', theirs = ''] = [one[0], other[0]];
  const isCutOff = one.length > 1 && other.length > 1 && isBeginning(first, theirs);
  return (isCutOff && mayBeSameRest(one, other)) || mayBeSameName(one, other);
}

/** Two letters begin too many names to mean one of them; an initial is meant to. */
const isBeginning = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length);
  return shorter !== 2 && begins(one, other);
};

const begins = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** The words after the first: the shorter name's stand in the longer one in their order, which has middle and second last names. */
function mayBeSameRest(one: Words, other: Words): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length === 0) return false;
  let at = 1;
  for (const word of few.slice(1)) {
    while (at < many.length && !begins(word, many[at] ?? '')) at++;
    if (at === many.length) return false;
    at++;
  }
  return true;
}

/** In which drawers a first name lies, and in which it is looked for: names that may be the same have one in common. */
export const nameKeys = (first: string): Words => [first, ...nicknameKeys(first)];

export const cutOffKeys = (first: string): { readonly under: Words; readonly sought: Words } => {
  const [initial, begun] = [`${first.slice(0, 1)}…`, `${first.slice(0, 3)}…`];
  if (first.length === 1) return { under: [first, initial], sought: [first, initial] };
  const all = [...nameKeys(first), ...(first.length > 2 ? [begun] : [])];
  return { under: [...all, initial], sought: [...all, first.slice(0, 1)] };
};
