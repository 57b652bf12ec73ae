import { expect, test } from 'vitest';
import { countJourneys, countUnits, failedJourneys } from './tally.ts';

test('a test file that breaks before its first test counts as one failed', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countUnits(report)).toEqual({ passed: 7, failed: 2 });
});

test('an error outside every journey counts as one failed', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 0 }, errors: [{ message: 'does not load' }] };
  expect(countJourneys(report)).toEqual({ passed: 3, failed: 2 });
});

test('failed journeys are named with where they stand and what was said first', () => {
  const spec = (title: string, ...errors: { message?: string }[]) => {
    const tests = [{ results: [{ errors }] }];
    return { title, ok: errors.length === 0, file: 'pages.test.ts', line: 9, tests };
  };
  const failed = spec('b', { message: '\u001b[31mExpected 1\u001b[39m\nand more' });
  const report = {
    suites: [{ specs: [spec('a'), failed], suites: [{ specs: [spec('c', {})] }] }],
    errors: [{ message: 'does not load' }],
  };
  expect(failedJourneys(report)).toEqual([
    { place: 'pages.test.ts:9', what: 'b: Expected 1' },
    { place: 'pages.test.ts:9', what: 'c: ' },
    { place: '', what: 'does not load' },
  ]);
});
