import { expect, test } from 'vitest';
import { problemCodes, sentence } from '../../test/words.ts';
import { readTexts, readWords } from '../../words/read-words.ts';
import { languages } from '../../words/words.ts';
import type { ProblemCode } from './problem.ts';
import { sentencesIn } from './sentence.ts';

/** As people know them. */
const withoutPeriod: readonly ProblemCode[] = [
  ...(['invalid-name-or-area', 'invalid-name', 'invalid-name-or-time'] as const),
  ...(['password-too-short', 'password-too-long'] as const),
];

test.each(languages)('[P1] [P60] every code has a whole sentence: %s', (language) => {
  const say = sentencesIn(readWords(language, 'problems'));
  const texts = readTexts(language, 'problems') as Record<string, string>;
  const known = say({ code: 'internal' });
  for (const code of problemCodes) {
    const gaps = [...(texts[code] ?? '').matchAll(/\{(\w+)/g)].map(([, gap = '']) => gap);
    const details = Object.fromEntries(gaps.map((gap) => [gap, { code: 'internal' } as const]));
    const said = say({ code, details });
    const end = withoutPeriod.includes(code) ? /[\p{L}\d]$/u : /[.?]$/;
    expect([code, said]).toEqual([code, expect.stringMatching(/^[¿„“«]?\s?[\p{Lu}\d]/u)]);
    expect([code, said]).toEqual([code, expect.stringMatching(end)]);
    // What a page says for a code that it doesn't know is no sentence of another one.
    if (code !== 'internal') expect([code, said]).not.toEqual([code, known]);
  }
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
