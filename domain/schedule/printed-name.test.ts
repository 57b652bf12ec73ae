import { expect, test } from 'vitest';
import { isWrittenLastFirst, turnedName } from './printed-name.ts';

test.each([
  ['Garcia Lopez, Maria Elena', 'Maria Elena Garcia Lopez'],
  ['Davis,Chloe', 'Chloe Davis'],
  ['Davis,\nChloe', 'Chloe Davis'],
  ['Smith, Jr., John', 'John Smith Jr.'],
  ['Smith Jr., John', 'John Smith Jr.'],
  ['Smith, John, III', 'John Smith III'],
  ["O'Connor, Liam P.", "Liam P. O'Connor"],
  ['John Smith, Jr.', 'John Smith, Jr.'],
  ['Chloe Davis', 'Chloe Davis'],
  ['Cher', 'Cher'],
  ['Davis,', 'Davis,'],
])('%j is %j', (printed, name) => {
  expect(turnedName(printed)).toBe(name);
});

test('most names of a column have to be written so', () => {
  expect(isWrittenLastFirst(['Davis, Chloe', 'Park, Liam', 'Cher', ''])).toBe(true);
  expect(isWrittenLastFirst(['Chloe Davis', 'Liam Park, Jr.', 'Ana, Bo'])).toBe(false);
  expect(isWrittenLastFirst(['', ''])).toBe(false);
});

test.each([
  ['Gutiérrez, María (Cashier)', 'María Gutiérrez'],
  ['Davis, Chloe*', 'Chloe Davis'],
  ['Davis, Chloe - Shift Lead', 'Chloe Davis'],
  ['Davis, Chloe, Cook', 'Chloe Davis'],
  ['1020 - Davis, Chloe', 'Chloe Davis'],
  ['#12 Chloe Davis', 'Chloe Davis'],
  ['Chloe Davis / Liam Park', 'Chloe Davis / Liam Park'],
  ['Robert (Bob) Lee', 'Robert (Bob) Lee'],
])('[SC144] what stands around a name is taken off before it is turned: %j is %j', (printed, name) => {
  expect(turnedName(printed)).toBe(name);
});
