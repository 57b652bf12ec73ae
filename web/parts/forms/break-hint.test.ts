import { expect, test } from 'vitest';
import { breakHint } from './break-hint.ts';

test.each([
  ['300', 'One break after 5 hours, two after 10.'],
  ['60', 'One break after 1 hour, two after 2.'],
  ['270', 'One break after 4 h 30 min, two after 9 h.'],
  ['45', 'One break after 45 min, two after 1 h 30 min.'],
  ['0', 'No breaks.'],
  ['', 'In minutes. 0 means no breaks.'],
  ['1441', 'In minutes. 0 means no breaks.'],
  ['5 hours', 'In minutes. 0 means no breaks.'],
])('[TE9] the hint of %j says what it means', (typed, hint) => {
  expect(breakHint(typed)).toBe(hint);
});
