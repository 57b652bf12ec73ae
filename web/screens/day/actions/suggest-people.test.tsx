import { expect, test } from 'vitest';
import { manualShift } from '../../../../domain/day/shift.ts';
import { type CrewPerson, suggestPeople } from './action-sheet.tsx';

const person = (id: string, name: string, over: Partial<CrewPerson> = {}): CrewPerson => ({
  ...{ id, name, names: [], jobs: [], notes: '', active: true },
  ...over,
});
const names = (people: readonly CrewPerson[], typed: string) =>
  suggestPeople(people, [], typed).found.map(({ name }) => name);

test('people are found by the beginnings of their names, also without accents and in any order', () => {
  const crew = [person('1', 'Ana María Núñez'), person('2', 'Mario Ruiz'), person('3', 'Ben Marsh')];
  expect(names(crew, 'mar')).toEqual(['Mario Ruiz', 'Ana María Núñez', 'Ben Marsh']);
  expect(names(crew, 'nunez an')).toEqual(['Ana María Núñez']);
  expect(names([person('4', 'Bob Hill', { names: ['Robert Hill'] })], 'robe')).toEqual(['Bob Hill']);
  expect([names(crew, ' '), names(crew, 'uiz')]).toEqual([[], []]);
});

test('forty people of one first name are told apart by job and note, and the rest are counted', () => {
  const crew = Array.from({ length: 40 }, (_, index) =>
    person(`m${index}`, `Maria ${String.fromCharCode(65 + (index % 26))}${index}`, {
      jobs: ['Grill', 'Fries'],
      notes: index === 1 ? 'Tall' : '',
    }),
  );
  const { found, more } = suggestPeople(crew, [], 'maria');
  expect([found.length, more]).toEqual([8, 32]);
  expect(suggestPeople(crew, [], 'maria b1').found).toEqual([
    { id: 'm1', name: 'Maria B1', about: 'Grill, Fries · Tall' },
  ]);
});

test('the whole name comes first; who has a shift on the day comes last; who left is left out', () => {
  const crew = [
    person('1', 'Ana Lopez Diaz'),
    person('2', 'Ana Lopez'),
    person('3', 'Ana Lopez', { active: false }),
    person('4', 'Ana Lo'),
  ];
  const shift = { ...manualShift('s', 'Ana Lo', { startTime: '2:00 PM', endTime: '9:00 PM' }), person: '4' };
  expect(suggestPeople(crew, [shift], 'ana lo').found).toEqual([
    { id: '2', name: 'Ana Lopez', about: '' },
    { id: '1', name: 'Ana Lopez Diaz', about: '' },
    { id: '4', name: 'Ana Lo', about: 'On today 2p–9p' },
  ]);
});
