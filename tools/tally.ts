import { z } from 'zod';

export type Tally = { passed: number; failed: number };

const unitReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const journeyReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Counts a Vitest report; a file that broke before its first test counts as one failed. */
export function countUnits(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = unitReport.parse(report);
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

/** Counts a Playwright report; an error outside every test, such as a file that does not load, counts as one failed. */
export function countJourneys(report: unknown): Tally {
  const { stats, errors } = journeyReport.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
