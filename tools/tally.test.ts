import { expect, test } from 'vitest';
import { countJourneys, countUnits } from './tally.ts';

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
