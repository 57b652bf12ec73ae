import { expect, test } from 'vitest';
import { fitLabel, fitName } from './television-line.tsx';

test.each([
  ['Ana B.', 14, 'Ana B.'],
  ['Priyadarshini O.', 12, 'Priyadar. O.'],
  ['Maximiliana', 8, 'Maximil.'],
  ['Ana Featherstonehaugh', 12, 'A. Feathers.'],
  ['E\u0301lodie-Anne B.', 8, 'E\u0301lo. B.'],
  ['Bo', 1, 'B.'],
])('%s in room for %d letters is %s', (name, room, shown) => {
  expect(fitName(name, (text) => text.length <= room)).toBe(shown);
});

test.each([
  ['Order Taker 1', 13, 'Order Taker 1'],
  ['Order Taker 1', 12, 'Order Tak. 1'],
  ['Order Taker 12', 11, 'Ord. Ta. 12'],
  ['Dining Room Attendant', 14, 'Din. Room Att.'],
  ['Front-of-House 24', 2, 'F. 24'],
  ['', 3, ''],
])('the position %s in room for %d letters is %s', (name, room, shown) => {
  expect(fitLabel(name, (text) => text.length <= room)).toBe(shown);
});
