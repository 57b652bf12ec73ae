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

interface Suite {
  readonly specs: readonly { ok: boolean; file: string; line: number; title: string }[];
  readonly suites?: readonly Suite[];
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ ok: z.boolean(), file: z.string(), line: z.number(), title: z.string() })),
    suites: z.array(suite).optional(),
  }),
);

const failures = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })),
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

/** Where each failed journey of a Playwright report stands, and its title; what failed outside every test by its message. */
export function failedJourneys(report: unknown): string[] {
  const { suites, errors } = failures.parse(report);
  const ofSuite = ({ specs, suites = [] }: Suite): string[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line}  (${title})`),
    ...suites.flatMap(ofSuite),
  ];
  return [...suites.flatMap(ofSuite), ...errors.map(({ message = 'an error without a message' }) => message)];
}
