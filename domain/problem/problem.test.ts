import { expect, test } from 'vitest';
import { problemCodes, sentence } from '../../test/words.ts';

test.each(problemCodes)('[P1] %s has a sentence', (code) => {
  expect(sentence({ code })).not.toBe('');
});

test.each([
  ['invalid-person-name', 'Invalid first name or last name.'],
  ['passwords-differ', 'Passwords do not match.'],
  ['invalid-name-or-area', 'Invalid name or area'],
  ['invalid-name', 'Invalid name'],
  ['invalid-name-or-time', 'Invalid name or time'],
] as const)('[P1] %s says what people know', (code, said) => {
  expect(sentence({ code })).toBe(said);
});

test('[P1] details fill the gaps, whatever they contain', () => {
  const said = sentence({
    code: 'row-time-unreadable',
    details: { row: 3, text: '$& {row}', column: 'Start' },
  });
  expect(said).toBe('Row 3: “$& {row}” in Start is not a time.');
  expect(sentence({ code: 'row-time-unreadable' })).not.toMatch(/[{}]/);
});

test('[P1] long input is shortened in sentences, never in the middle of a letter', () => {
  const said = sentence({ code: 'time-unreadable', details: { text: '🍟'.repeat(10_000) } });
  expect(said).toBe(`“${'🍟'.repeat(80)}…” is not a time. Try 3:30 PM, 3p, or 15:30.`);
});
