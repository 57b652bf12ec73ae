import { expect, test } from 'vitest';
import {
  checkSpecification,
  journeyResults,
  type Result,
  taggedTests,
  unitResults,
} from './check-specification.ts';

const table = (rows: string[], end = '') =>
  `## 2. Screens\n\n| row | what | where |\n|---|---|---|\n${rows.join('\n')}\n\n${end}`;
const row = (number: string, { where = '–', shown = '`a.test.ts › it holds`' } = {}) =>
  `| ${number} | something | ${where} | ${shown} | – |`;
const list = (name: string, number: string) => `## ${name}\n\n| ${number} | something |\n`;

const text = "test('it holds', ...); test.each(x)('[SH1] %s of $name holds', ...)";

const problemsOf = (specification: string, results: Result[] | null = null) =>
  checkSpecification({
    specification,
    rules: '- **SH1** A shift has a name.',
    textOf: (file) => (file === 'a.test.ts' ? text : null),
    tagged: taggedTests([{ file: 'a.test.ts', text }]),
    results,
  }).problems;

const ran = (title: string, passed = true): Result => ({ file: 'a.test.ts', title, passed });

test('a table whose rows all have a test has no problem', () => {
  const specification = table([row('2.1', { where: 'SH1' }), row('2.2')]);
  expect(problemsOf(specification)).toEqual([]);
  expect(problemsOf(specification, [ran('it holds'), ran('[SH1] all of it holds')])).toEqual([]);
});

test('a row is shown by the tests of its rules', () => {
  const specification = table([row('2.1', { where: 'SH1', shown: '–' })]);
  expect(problemsOf(specification)).toEqual([]);
  expect(problemsOf(specification, [])).toEqual(['2.1: “a.test.ts › [SH1] %s of $name holds” was not run.']);
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
  [
    'an excuse for no row',
    table([row('2.1')], list('Not there yet', '2.9')),
    '2.9 is on a list at the end, and is no row.',
  ],
  [
    'an excuse that is not needed',
    table([row('2.1')], list('To be shown', '2.1')),
    '2.1 has a test, and is excused as well: take it off its list at the end.',
  ],
  ['an empty table', table([]), 'There is not a single row.'],
])('%s is said', (_, specification, problem) => {
  expect(problemsOf(specification)).toEqual([problem]);
});

test('what is on a list at the end needs no test', () => {
  const specification = table([row('2.1', { shown: '–' })], list('Not there yet', '2.1'));
  expect(problemsOf(specification)).toEqual([]);
});

test('a test that was not run, or did not pass, shows nothing', () => {
  const specification = table([row('2.1')]);
  expect(problemsOf(specification, [])).toEqual(['2.1: “a.test.ts › it holds” was not run.']);
  expect(problemsOf(specification, [ran('it holds', false)])).toEqual([
    '2.1: “a.test.ts › it holds” did not pass.',
  ]);
});

test('all cases of a test must have passed', () => {
  const specification = table([row('2.1', { shown: '`a.test.ts › [SH1] %s of $name holds`' })]);
  const cases = [ran('[SH1] all of it holds'), ran('[SH1] half of it holds')];
  expect(problemsOf(specification, cases)).toEqual([]);
  expect(problemsOf(specification, [...cases, ran('[SH1] none of it holds', false)])).toHaveLength(1);
});

test('both reports are read', () => {
  const units = {
    testResults: [
      { name: '/root/domain/a.test.ts', assertionResults: [{ title: 'it holds', status: 'passed' }] },
    ],
  };
  expect(unitResults(units, '/root')).toEqual([
    { file: 'domain/a.test.ts', title: 'it holds', passed: true },
  ]);
  const spec = (title: string, status: string) => ({
    title,
    file: 'b.test.ts',
    ok: true,
    tests: [{ status }],
  });
  const journeys = {
    config: { rootDir: '/root/test/journeys' },
    suites: [{ specs: [spec('it holds', 'expected')], suites: [{ specs: [spec('it waits', 'skipped')] }] }],
  };
  expect(journeyResults(journeys, '/root')).toEqual([
    { file: 'test/journeys/b.test.ts', title: 'it holds', passed: true },
    { file: 'test/journeys/b.test.ts', title: 'it waits', passed: false },
  ]);
});
