import { expect, test } from 'vitest';
import { fitName } from './television-line.tsx';

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
