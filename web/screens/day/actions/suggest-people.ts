import type { Person } from '../../../../domain/crew/crew.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';

export type CrewPerson = Pick<Person, 'id' | 'name' | 'names' | 'jobs' | 'notes' | 'active'>;

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** What tells people of one name apart: their jobs and notes, and a shift that they already have on the day. */
  readonly about: string;
}

const mostShown = 8;

/**
 * People of the crew whose names have words that begin like the typed ones, whole names first; those with a shift on the
 * day last. `more` are left out.
 */
export function suggestPeople(
  people: readonly CrewPerson[],
  shifts: readonly Shift[],
  typed: string,
): { readonly found: readonly Suggestion[]; readonly more: number } {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return { found: [], more: 0 };
  const onDay = new Map(shifts.flatMap((shift) => (shift.person ? [[shift.person, shift] as const] : [])));
  const matching = people
    .filter(
      ({ active, name, names }) => active && [name, ...names].some((each) => matches(wordsOf(each), wanted)),
    )
    .map((person) => ({ person, rank: rankOf(person, wanted, onDay.has(person.id)) }))
    .sort((one, other) => one.rank - other.rank || compare(one.person.name, other.person.name));
  const found = matching.slice(0, mostShown).map(({ person }) => {
    const shift = onDay.get(person.id);
    const about = [shift && `On today ${shortRange(shift)}`, person.jobs.join(', '), person.notes];
    return { id: person.id, name: person.name, about: about.filter(Boolean).join(' · ') };
  });
  return { found, more: matching.length - found.length };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en-US')
    .split(/[\s,.]+/)
    .filter(Boolean);

const matches = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((part) => words.some((word) => word.startsWith(part)));

function rankOf({ name }: CrewPerson, wanted: readonly string[], isOnDay: boolean): number {
  const words = wordsOf(name);
  const begins = words[0]?.startsWith(wanted[0] ?? '') ?? false;
  return (isOnDay ? 4 : 0) + (words.join(' ') === wanted.join(' ') ? 0 : begins ? 1 : 2);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
