import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyNotes } from '../../test/arbitraries.ts';
import { buildLayout, buildTemplate, changed, refusal } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { sentence } from '../../test/words.ts';
import { mergeNotes } from './merge-notes.ts';
import { cleanNotes, isSafeLink, type Notes, parseLink, plainText } from './notes.ts';

const text = (insert: string): Notes => [{ insert }];

function merged(current: Notes, base: Notes, next: Notes): Notes {
  const outcome = mergeNotes(current, { base, next });
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
}

test('[N1] the looks that notes have are kept, all others left out', () => {
  expect(
    cleanNotes([
      { insert: 'Hi', attributes: { bold: true, color: 'red', italic: 'yes', underline: true } },
      { insert: '\n', attributes: { header: 2, align: 'center' } },
      { insert: 'One' },
      { insert: '\n', attributes: { list: 'bullet', header: 9 } },
      { insert: { image: 'https://example.com/a.png' } },
      { retain: 3 },
      { delete: 1 },
      null,
      'text',
      { insert: 7 },
    ]),
  ).toEqual([
    { insert: 'Hi', attributes: { bold: true, underline: true } },
    { insert: '\n', attributes: { header: 2 } },
    { insert: 'One' },
    { insert: '\n', attributes: { list: 'bullet' } },
  ]);
});

test.each([null, undefined, 7, 'text', {}, { ops: [] }, [[]]])('[N1] %j is no notes', (garbage) => {
  expect(cleanNotes(garbage)).toEqual([]);
});

test('[N1] cleaning twice is cleaning once', () => {
  fc.assert(
    fc.property(anyNotes, (notes) => {
      const clean = cleanNotes(notes);
      expect(cleanNotes(clean)).toEqual(clean);
    }),
  );
});

test.each([
  ['https://example.com/a?b=c', true],
  ['http://example.com', true],
  ['mailto:ana@example.com', true],
  ['tel:+1 (555) 010-0000', true],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,hi', false],
  ['//example.com', false],
  ['/layouts', false],
  ['https://', false],
  ['https://example.com/ a', false],
  [`https://example.com/${'a'.repeat(2_000)}`, false],
])('[N2] the link %s is safe: %s', (link, safe) => {
  expect(isSafeLink(link)).toBe(safe);
  const [run] = cleanNotes([{ insert: 'here', attributes: { link } }]);
  expect(run).toEqual(safe ? { insert: 'here', attributes: { link } } : { insert: 'here' });
});

const long = `example.com/${'a'.repeat(2_000)}`;
test.each([
  ['https://example.com', 'https://example.com'],
  [' example.com/menu ', 'https://example.com/menu'],
  ['tel:+15550100000', 'tel:+15550100000'],
  ['javascript:alert(1)', 'Links must start with http, https, mailto, or tel.'],
  ['', 'Enter a link such as https://example.com.'],
  ['https://', 'Enter a link such as https://example.com.'],
  ['https://example.com/ a', 'Enter a link such as https://example.com.'],
  [long, 'That link is too long. Use 2000 characters or fewer.'],
  [`https://${long}`, 'That link is too long. Use 2000 characters or fewer.'],
])('[N2] what is typed as a link, %j, is %s', (typed, said) => {
  const link = parseLink(typed);
  expect(link.ok ? link.value : sentence(link.problem)).toBe(said);
});

test.each<[string, string, string, string, string]>([
  ['nothing changed meanwhile', 'Hello', 'Hello', 'Hello there', 'Hello there'],
  [
    'both at different places',
    'Open at 6\nClose at 1\n',
    'Open at 5\nClose at 1\n',
    'Open at 6\nClose at 2\n',
    'Open at 5\nClose at 2\n',
  ],
  ['one deletes, the other appends', 'Hello there', 'Hello', 'Hello there, team', 'Hello, team'],
  ['both delete the same', 'Hello there', 'Hello', 'Hello', 'Hello'],
  ['both begin', '', 'Theirs', 'Mine', 'TheirsMine'],
])('%s', (_, base, current, next, expected) => {
  expect(plainText(merged(cleanNotes(text(current)), text(base), text(next)))).toBe(expected);
});

test('one person writes while another makes the text bold', () => {
  const bold: Notes = [{ insert: 'Hello', attributes: { bold: true } }];
  expect(merged(text('Hello there'), text('Hello'), bold)).toEqual([...bold, { insert: ' there' }]);
});

test('an edit without a change leaves the notes as they are, whatever they are', () => {
  fc.assert(
    fc.property(anyNotes, anyNotes, (now, base) => {
      const current = cleanNotes(now);
      expect(merged(current, base, base)).toEqual(current);
      expect(merged(current, current, base)).toEqual(cleanNotes(base));
    }),
  );
});

test('long texts that differ in most of their letters are laid over each other in few steps', () => {
  const letters = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => String.fromCharCode(97 + ((index * index * step) % 26))).join(
      '',
    );
  const start = { insert: 'Same start 😀', attributes: { bold: true } } as const;
  const base: Notes = [start, { insert: `${letters(20_000, 3)}\nSame end` }];
  const next: Notes = [
    { ...start, attributes: { italic: true } },
    { insert: `${letters(20_000, 7)}\nSame end` },
  ];
  const current: Notes = [start, { insert: `${letters(20_000, 3)}\nSame end, and more` }];
  let result: Notes | undefined;
  const calls = countCalls(() => {
    result = merged(current, base, next);
  });
  expect(result).toEqual([next[0], { insert: `${letters(20_000, 7)}\nSame end, and more` }]);
  expect(calls).toBeLessThan(5_000);
});

test('long texts are laid over each other without cutting a character in two', () => {
  const [old, fresh] = ['ab'.repeat(1_000), 'cd'.repeat(1_000)];
  // The two signs end in the same half.
  const [before, after] = ['\u{1f600}', '\u{1fa00}'];
  const taken = merged(text(`${old}\nend`), text(`${old}${before}\nend`), text(`${fresh}${after}\nend`));
  expect(plainText(taken)).toBe(`${fresh}${after}\nend`);
  const first = merged(text(`\nend${old}`), text(`${before}\nend${old}`), text(`\u{1f601}\nend${fresh}`));
  expect(plainText(first)).toBe(`\u{1f601}\nend${fresh}`);
});

test('half a character is mended, so that comparing goes on', () => {
  const half: Notes = [{ insert: 'Fryer 2\ud83d' }];
  expect(cleanNotes(half)).toEqual(text('Fryer 2\ufffd'));
  expect(merged(cleanNotes(half), [{ insert: 'Fryer 2😀' }, ...half], [])).toBeDefined();
});

test('[N4] 50,000 characters are taken, one more is refused', () => {
  const edit = (length: number) =>
    ({ type: 'notes.edit', base: [], next: text('a'.repeat(length)) }) as const;
  for (const body of [buildLayout(), buildTemplate()]) {
    expect(plainText(changed(body, edit(50_000)).notes)).toHaveLength(50_000);
    expect(refusal(body, edit(50_001))).toBe('That text is too long. Use 50000 characters or fewer.');
  }
});

test('blanks without looks are empty notes', () => {
  expect(cleanNotes(text(' \n\n'))).toEqual([]);
  expect(cleanNotes([{ insert: '\n', attributes: { header: 1 } }])).toHaveLength(1);
});
