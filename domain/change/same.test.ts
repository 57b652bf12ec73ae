import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSame } from './same.ts';

test('plain data is the same as its copy, in either order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(isSame(one, structuredClone(one))).toBe(true);
      expect(isSame(one, other)).toBe(isSame(other, one));
    }),
  );
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [{ constructor: 1 }, { a: 1 }, false],
  // the same id twice, as schedules have it
  [
    [
      { id: 'a', x: 1 },
      { id: 'a', x: 2 },
    ],
    [
      { id: 'a', x: 1 },
      { id: 'a', x: 2 },
    ],
    true,
  ],
])('%j and %j: the same is %j', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
});
