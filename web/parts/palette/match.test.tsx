import { expect, test } from 'vitest';
import { type Entry, findEntries, indexEntries } from './entries.ts';

const people = ['Ana Díaz', 'Diana Ross', 'José Anaya', 'Ana', 'Mary-Ann O’Brien', '山田 太郎'];
const entries: readonly Entry[] = [
  ...people.map((label): Entry => ({ id: label, label, kind: 'person', about: '9:00 AM – 5:00 PM · Grill' })),
  { id: 'grill', label: 'Grill', kind: 'position', about: 'Lunch · Kitchen' },
  { id: 'break', label: 'Start Ana Díaz’s break', kind: 'action' },
  { id: 'new', label: 'New Layout', kind: 'action', also: 'create day' },
];
const index = indexEntries(entries);
const find = (typed: string) => findEntries(index, typed, 30).map(({ label }) => label);

test('[KB2] words are found by how they begin, whatever their capitals and accents', () => {
  expect(find('jose')).toEqual(['José Anaya']);
  expect(find('DÍAZ')).toEqual(['Ana Díaz', 'Start Ana Díaz’s break']);
  expect(find('obr mary')).toEqual(['Mary-Ann O’Brien']);
  expect(find('o’brien')).toEqual(['Mary-Ann O’Brien']);
  expect(find('太郎')).toEqual(['山田 太郎']);
  expect(find('田')).toEqual(['山田 太郎']);
  expect(find('iana')).toEqual([]);
  expect(find('create')).toEqual(['New Layout']);
});

test('[KB2] the best come first: the whole name, then names that begin so, then names with the words', () => {
  expect(find('ana')).toEqual(['Ana', 'Ana Díaz', 'José Anaya', 'Start Ana Díaz’s break']);
  expect(find('grill').slice(0, 2)).toEqual(['Grill', 'Ana Díaz']);
  expect(find("start ana's break")).toEqual([]);
  expect(find('break ana')).toEqual(['Start Ana Díaz’s break']);
});

test('[KB2] nothing finds nothing, and the list and the typed text are limited', () => {
  expect(find('')).toEqual([]);
  expect(find(' ?!')).toEqual([]);
  expect(find('9')).toHaveLength(6);
  const many = indexEntries(
    Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}`, label: `Person ${id}`, kind: 'crew' as const })),
  );
  expect(findEntries(many, 'person', 30)).toHaveLength(30);
  expect(findEntries(many, 'person '.repeat(100_000), 30)).toHaveLength(30);
});
