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

test('failed journeys are named with where they stand', () => {
  const spec = (title: string, ok: boolean) => ({ title, ok, file: 'pages.test.ts', line: 9 });
  const report = {
    suites: [{ specs: [spec('a', true), spec('b', false)], suites: [{ specs: [spec('c', false)] }] }],
    errors: [{ message: 'does not load' }],
  };
  expect(failedJourneys(report)).toEqual(['pages.test.ts:9  (b)', 'pages.test.ts:9  (c)', 'does not load']);
});
