import { expect, test } from 'vitest';
import { checkSpecification, taggedTests } from './check-specification.ts';

const table = (rows: string[]) =>
  `## 2. Screens\n\n| row | what | where |\n|---|---|---|\n${rows.join('\n')}\n`;
const row = (number: string, { where = '–', shown = '`a.test.ts › it holds`' } = {}) =>
  `| ${number} | something | ${where} | ${shown} | – |`;

const text = "test('it holds', ...); test.each(x)('[SH1] %s of $name holds', ...)";

const problemsOf = (specification: string) =>
  checkSpecification({
    specification,
    rules: '- **SH1** A shift has a name.',
    textOf: (file) => (file === 'a.test.ts' ? text : null),
    tagged: taggedTests([{ file: 'a.test.ts', text }]),
  }).problems;

test('a table whose rows all have a test has no problem', () => {
  const specification = table([row('2.1', { where: 'SH1' }), row('2.2')]);
  expect(problemsOf(specification)).toEqual([]);
});

test('a row is shown by the tests of its rules', () => {
  const specification = table([row('2.1', { where: 'SH1', shown: '–' })]);
  expect(problemsOf(specification)).toEqual([]);
});

test.each([
  ['a row without a test', table([row('2.1', { shown: '–' })]), '2.1 has no test.'],
  ['a number that is there twice', table([row('2.1'), row('2.1')]), '2.1 is there twice, or out of order.'],
  ['a gap', table([row('2.1'), row('2.3')]), '2.2 is missing: 2.3 comes in its place.'],
  [
    'an unknown rule',
    table([row('2.1', { where: 'SH99' })]),
    '2.1 names the rule SH99, which is not in docs/rules.md.',
  ],
  [
    'an unknown file',
    table([row('2.1', { shown: '`b.test.ts › it holds`' })]),
    '2.1: “b.test.ts › it holds” does not exist: there is no such file.',
  ],
  [
    'an unknown title',
    table([row('2.1', { shown: '`a.test.ts › it hol`' })]),
    '2.1: “a.test.ts › it hol” does not exist: the file has no test of that title.',
  ],
  ['an empty table', table([]), 'There is not a single row.'],
])('%s is said', (_, specification, problem) => {
  expect(problemsOf(specification)).toEqual([problem]);
});
