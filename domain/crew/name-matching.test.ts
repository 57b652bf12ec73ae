import { expect, test } from 'vitest';
import { countCalls } from '../../test/count-calls.ts';
import { emptyCrew } from './crew-document.ts';
import { newPerson } from './crew-index.ts';
import { isLikely, nearName, peopleOf } from './name-matching.ts';

const names = ['Gabriela Soto', 'Ana Lopez', 'Ana Lopes', 'José Núñez'];

test.each([
  ['Gabriella Soto', 'Gabriela Soto'],
  ['gabriela soto', 'Gabriela Soto'],
  ['Jose Nunez', 'José Núñez'],
  ['Gabriela Soto', null],
  ['Ana Lope', null],
  ['Gab', null],
  ['Marcus Hill', null],
])('[SH16] by %s, %s is probably meant', (typed, meant) => {
  expect(nearName(names, typed)).toBe(meant);
});

test('the names of a record are taken apart once', () => {
  const maria = newPerson('a', 'Maria Garcia Lopez');
  const look = () => countCalls(() => isLikely(maria, 'Maria G.'));
  const first = look();
  expect(look()).toBeLessThan(first);
});

test('of many with one first name, 50 are looked at', () => {
  const people = Array.from({ length: 60 }, (_, nth) =>
    newPerson(`p${nth}`, `Maria G${'a'.repeat(nth + 1)}`),
  );
  expect(peopleOf({ ...emptyCrew, people }).likely('Maria G.')).toHaveLength(50);
});

test('a page that was pasted in place of a name is compared with nobody letter by letter', () => {
  const many = Array.from({ length: 1_000 }, (_, nth) => `Gabriela Soto ${nth}`);
  expect(nearName(many, 'x'.repeat(500_000))).toBeNull();
});
