import { expect, test } from 'vitest';
import { countedShifts } from './review-rows.tsx';

test.each([
  [[], 'No shifts'],
  [[{ count: 0, word: 'new' }], 'No shifts'],
  [
    [
      { count: 0, word: 'new' },
      { count: 1, word: 'matched' },
    ],
    '1 matched shift',
  ],
  [
    [
      { count: 1, word: 'new' },
      { count: 3, word: 'matched' },
    ],
    '1 new, 3 matched shifts',
  ],
])('the summary counts the shifts it lists: %j', (counts, text) => {
  expect(countedShifts(counts)).toBe(text);
});
