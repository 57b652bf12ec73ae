import { expect, test } from 'vitest';
import { searcher } from './word-search.ts';

test.each<[string, string, boolean]>([
  ['zoe', 'Zoë García', true],
  ['GARC zo', 'Zoë García', true],
  ['oë', 'Zoë García', false],
  ['', 'Zoë García', true],
  [' , ', 'Zoë García', true],
  ['garcia, z', 'Zoë García', true],
  ['register 1', 'Register 10', true],
  ['register 1', 'Grill', false],
  ['ł', 'Łucja', true],
  ['陈', '陈 Bo', true],
])('[DS18] %j in %j: %s', (typed, text, isFound) => {
  expect(searcher(typed)(text)).toBe(isFound);
});
