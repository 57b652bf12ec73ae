import { expect, test } from 'vitest';
import { nearName } from './name-matching.ts';

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
