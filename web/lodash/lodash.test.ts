import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const equal: Record<string, (one: unknown, other: unknown) => boolean> = {
  ours: require('./is-equal.cjs'),
  theirs: require('lodash.isequal'),
};
const clone: Record<string, (value: unknown) => unknown> = {
  ours: require('./clone-deep.cjs'),
  theirs: require('lodash.clonedeep'),
};

const merge: Record<string, (...values: unknown[]) => unknown> = {
  ours: require('./merge.cjs'),
  theirs: require('lodash-es').merge,
};

const plain = fc.anything({ withNullPrototype: false, maxDepth: 4 });

test('plain data is equal or not as it was with the library', () => {
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      expect(equal.ours?.(one, other)).toBe(equal.theirs?.(one, other));
      expect(equal.ours?.(one, structuredClone(one))).toBe(true);
    }),
  );
});

test.each([
  [{ a: undefined }, {}],
  [[1, 2], [1]],
  [Number.NaN, Number.NaN],
  [0, -0],
  [[], {}],
  [{ bold: true }, { bold: true }],
  [{ bold: true }, { italic: true }],
  [null, undefined],
])('%j and %j are compared as the library does', (one, other) => {
  expect(equal.ours?.(one, other)).toBe(equal.theirs?.(one, other));
});

test('a copy of plain data is the same and its own, as with the library', () => {
  fc.assert(
    fc.property(plain, (value) => {
      const copy = clone.ours?.(value);
      expect(copy).toEqual(clone.theirs?.(value));
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
    }),
  );
});

test('options and formats are merged as with the library', () => {
  const formats = fc.dictionary(
    fc.constantFrom('bold', 'header', 'list', 'link'),
    fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined)),
  );
  const options = fc.dictionary(fc.constantFrom('keyboard', 'uploader'), formats);
  fc.assert(
    fc.property(fc.oneof(formats, options), fc.oneof(formats, options), (one, other) => {
      const copies = () => structuredClone([one, other]);
      expect(merge.ours?.({}, ...copies())).toEqual(merge.theirs?.({}, ...copies()));
    }),
  );
});

test('patterns and functions of the editor’s bindings survive a copy', () => {
  const binding = { key: 'x', prefix: /^a$/, format: ['list'], handler: () => true };
  expect(clone.ours?.(binding)).toEqual(binding);
});

test('nothing newer than Chromium 85 is needed', () => {
  const { hasOwn } = Object;
  Reflect.deleteProperty(Object, 'hasOwn');
  try {
    expect(equal.ours?.({ bold: true }, { bold: true })).toBe(true);
  } finally {
    Object.hasOwn = hasOwn;
  }
});
