import { expect, test } from 'vitest';
import { lastChangeBefore, nameEpoch } from './live.ts';

test.each([
  [nameEpoch('2f9c1a8e-0c1d-4b6e', null), null],
  [nameEpoch('2f9c1a8e-0c1d-4b6e', 1_795_280_520_000), 1_795_280_520_000],
  ['', null],
])('[OB10] the epoch %s says that the last change was made at %s', (epoch, lastChange) => {
  expect(lastChangeBefore(epoch)).toBe(lastChange);
});
