import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, isWrittenLastFirst, turnedName } from './schedule-entry.ts';

const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));

test('one byte of Windows-1252 in UTF-8 is a letter, and the other letters stay', () => {
  expect(decodeText(bytesOf('\uFEFFRenée, María, Jos', 0xe9, ', Zoë — 日本 🍟'))).toBe(
    'Renée, María, José, Zoë — 日本 🍟',
  );
  expect(decodeText(bytesOf('María', 0x92, 's, José, Zoë', 0xc3))).toBe('María’s, José, ZoëÃ');
});

test('text that is mostly Windows-1252 is read as that, even where two bytes would be UTF-8', () => {
  expect(decodeText(Buffer.from('Renée, José, Ã©, Zoë', 'latin1'))).toBe('Renée, José, Ã©, Zoë');
});

test('text in UTF-8 is itself, and no bytes throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => decodeText(Buffer.from(`x${text}`)) === `x${text}`,
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => decodeText(bytes).length <= bytes.length),
  );
});

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
])('%j is %j', (written, name) => {
  expect(turnedName(written)).toBe(name);
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
])('[SC144] what stands around a name is taken off before it is turned: %j is %j', (written, name) => {
  expect(turnedName(written)).toBe(name);
});
