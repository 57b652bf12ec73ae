import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeNotes } from './merge-notes.ts';
import { cleanNotes, type NoteRun, type Notes, plainText } from './notes.ts';

function merged(theirs: Notes, base: Notes, mine: Notes): Notes {
  const outcome = mergeNotes(cleanNotes(theirs), { base, next: mine, merge: 'lines' });
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
}

const notes = (...lines: readonly string[]): Notes => cleanNotes([{ insert: `${lines.join('\n')}\n` }]);
const linesOf = (all: Notes): readonly string[] => plainText(all).trimEnd().split('\n');

test.each<[string, string[], string[], string[], string[]]>([
  ['[N10] both add lines at the same place', ['A'], ['A', 'B'], ['A', 'C'], ['A', 'B', 'C']],
  ['[N10] both write the first line', [], ['Theirs'], ['Mine'], ['Theirs', 'Mine']],
  ['[N10] each adds at another place', ['A', 'B'], ['X', 'A', 'B'], ['A', 'B', 'Y'], ['X', 'A', 'B', 'Y']],
  ['[N10] one changes a line, the other adds one after it', ['A'], ['A!'], ['A', 'B'], ['A!', 'B']],
  ['[N10] each changes another line', ['A', 'B', 'C'], ['A!', 'B', 'C'], ['A', 'B', 'C!'], ['A!', 'B', 'C!']],
  [
    '[N11] both change the same line',
    ['Fryer 2 is down'],
    ['Fryer 3 is down'],
    ['Fryer 2 is fixed'],
    ['Fryer 3 is down', 'Fryer 2 is fixed'],
  ],
  ['[N11] both make the same change', ['A', 'B'], ['A', 'B!'], ['A', 'B!'], ['A', 'B!']],
  [
    '[N11] both add the same line',
    ['A'],
    ['A', 'Call Sam', 'X'],
    ['A', 'Call Sam', 'Y'],
    ['A', 'Call Sam', 'X', 'Y'],
  ],
  [
    '[N12] one deletes a line that the other changes',
    ['A', 'B', 'C'],
    ['A', 'C'],
    ['A', 'B!', 'C'],
    ['A', 'B!', 'C'],
  ],
  ['[N12] both delete the same line', ['A', 'B', 'C'], ['A', 'C'], ['A', 'C'], ['A', 'C']],
  ['[N12] one deletes everything, the other adds a line', ['A', 'B'], [], ['A', 'B', 'C'], ['C']],
])('%s', (_, base, theirs, mine, expected) => {
  expect(linesOf(merged(notes(...theirs), notes(...base), notes(...mine)))).toEqual(expected);
});

test.each([
  ['Middle', 'Middle and end', 'Start and Middle', 'Start and Middle and end'],
  ['Fryer is down', 'Fryer 2 is down', 'Fryer is down again', 'Fryer 2 is down again'],
  ['aa', 'aaa', 'aa!', 'aaa\naa!'],
  ['Middle', 'Middle, one', 'Middle, two', 'Middle, one\nMiddle, two'],
])('[N11] both add words to %j: %j and %j', (base, theirs, mine, expected) => {
  expect(linesOf(merged(notes(theirs), notes(base), notes(mine))).join('\n')).toBe(expected);
});

test('[N11] one writes in a line that the other makes bold', () => {
  const bold: Notes = [{ insert: 'Hello', attributes: { bold: true } }, { insert: '\n' }];
  expect(merged(notes('Hello there'), notes('Hello'), bold)).toEqual([
    { insert: 'Hello', attributes: { bold: true } },
    { insert: ' there\n' },
  ]);
});

test('[N11] one makes a heading of a line to which the other adds a link', () => {
  const heading: Notes = [{ insert: 'Menu' }, { insert: '\n', attributes: { header: 1 } }];
  const link: Notes = [{ insert: 'Menu', attributes: { link: 'https://example.com' } }, { insert: '\n' }];
  expect(merged(heading, notes('Menu'), link)).toEqual([link[0], heading[1]]);
});

const line: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'Fryer 2 is down',
  'Call Sam',
  'Close at 1',
  'Close at 2',
  'Truck at 5',
);
const someNotes = fc.array(line, { maxLength: 12 }).map((lines) => notes(...lines));
const styled = fc
  .array(
    fc.record({
      insert: fc.constantFrom('a', 'b\n', '\n', 'c\nd'),
      attributes: fc.constantFrom({}, { bold: true }),
    }),
    { maxLength: 8 },
  )
  .map((runs) => cleanNotes(runs as unknown as NoteRun[]));

test('[N10] every line that either person wrote is there, whole, and in their order', () => {
  const added = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name} ${index}`);
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.nat(8),
      fc.nat(8),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      (base, at, otherAt, count, otherCount) => {
        const [theirs, mine] = [added('Theirs', count), added('Mine', otherCount)];
        const result = linesOf(
          merged(
            notes(...base.toSpliced(at, 0, ...theirs)),
            notes(...base),
            notes(...base.toSpliced(otherAt, 0, ...mine)),
          ),
        );
        expect(result.filter((each) => each.startsWith('Theirs'))).toEqual(theirs);
        expect(result.filter((each) => each.startsWith('Mine'))).toEqual(mine);
      },
    ),
  );
});

test('[N10] an edit without a change leaves the notes as they are, and one over its own base is taken whole', () => {
  fc.assert(
    fc.property(fc.oneof(someNotes, styled), fc.oneof(someNotes, styled), (one, other) => {
      expect(merged(one, other, other)).toEqual(one);
      expect(merged(other, other, one)).toEqual(one);
      expect(merged(one, other, one)).toEqual(one);
    }),
  );
});

test('[N10] long notes that differ in every line are merged in bounded time', () => {
  const many = (name: string) => notes(...Array.from({ length: 4_000 }, (_, index) => `${name}${index}`));
  const result = linesOf(merged(many('t'), many('b'), many('m')));
  expect(result.filter((each) => each.startsWith('t'))).toHaveLength(4_000);
  expect(result.filter((each) => each.startsWith('m'))).toHaveLength(4_000);
});
