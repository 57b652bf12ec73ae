import { cutOffKeys, mayBeCalled } from '../day/likely-name.ts';
import { wordsOf } from '../day/same-name.ts';
import type { Crew, Person } from './crew.ts';
import { crewIndex, providerKey } from './crew-index.ts';

/** A record's names in words; kept, since taking names apart costs more than all the rest. */
const wordsOfRecords = new WeakMap<Person, readonly (readonly string[])[]>();
function namesOf(person: Person): readonly (readonly string[])[] {
  const known = wordsOfRecords.get(person);
  if (known) return known;
  const names = [person.name, ...person.names].map(wordsOf);
  wordsOfRecords.set(person, names);
  return names;
}

/** Of thousands with one first name, looking at all for each shift would stop every screen. */
const mostLikely = 50;

export const isLikely = (person: Person, name: string): boolean => {
  const words = wordsOf(name);
  return namesOf(person).some((known) => mayBeCalled(known, words));
};

/** Likely, and called by the same first name. */
export const isLikelyByFirstName = (person: Person, name: string): boolean => {
  const words = wordsOf(name);
  return namesOf(person).some((known) => known[0] === words[0] && mayBeCalled(known, words));
};

export function peopleOf(crew: Crew) {
  const providers = new Map<string, Person>();
  const names = new Map<string, Person[]>();
  const firstNames = new Map<string, Person[]>();

  function put(map: Map<string, Person[]>, key: string, person: Person): void {
    const found = map.get(key);
    if (!found) map.set(key, [person]);
    else if (!found.includes(person)) found.push(person);
  }

  function add(person: Person): void {
    for (const each of person.providerIds) providers.set(providerKey(each), person);
    for (const words of namesOf(person)) {
      put(names, words.join(' '), person);
      for (const key of cutOffKeys(words[0] ?? '').under) put(firstNames, key, person);
    }
  }
  const index = crewIndex(crew);
  for (const each of [...crew.people, ...crew.merged]) if (index.personOf(each.id)) add(each);

  return {
    byProvider: (key: string) => providers.get(key),
    named: (name: string): readonly Person[] => names.get(wordsOf(name).join(' ')) ?? [],
    /** Records whose name may be the same, as 'Maria G.' may be 'Maria Garcia', and 'Katie' 'Katherine'. */
    likely(name: string): readonly Person[] {
      const words = wordsOf(name);
      const likely = new Set<Person>();
      for (const key of cutOffKeys(words[0] ?? '').sought) {
        for (const each of firstNames.get(key) ?? []) {
          if (namesOf(each).some((known) => mayBeCalled(known, words))) likely.add(each);
          if (likely.size >= mostLikely) return [...likely];
        }
      }
      return [...likely];
    },
    add,
  };
}

const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim();

/** Fewer letters are too few to tell a slip from another name. */
const shortest = 5;
const mostSlips = 2;

/** 'Gabriela Soto' for 'Gabriella Soto'. Null for a name of the crew, and where nobody's, or more than one, is as near. */
export function nearName(names: readonly string[], typed: string): string | null {
  const wanted = folded(typed);
  if (wanted.length < shortest || names.includes(typed.trim())) return null;
  const near = [...new Set(names)]
    .map((name) => ({ name, slips: slipsBetween(folded(name), wanted) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((one, other) => one.slips - other.slips);
  const [first, second] = near;
  return first && first.slips !== second?.slips ? first.name : null;
}

/** How many letters are added, left out or another. Of a page that was pasted into a name, it is only said that it is more. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostSlips) return mostSlips + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const changed = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    above = next;
  }
  return above[other.length] ?? 0;
}
