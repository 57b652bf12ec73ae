import { stripVTControlCharacters } from 'node:util';
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

const messages = z.array(z.object({ message: z.string().optional() }));
const spec = z.object({
  ok: z.boolean(),
  file: z.string(),
  line: z.number(),
  title: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ errors: messages })) })),
});

interface Suite {
  readonly specs: readonly z.infer<typeof spec>[];
  readonly suites?: readonly Suite[];
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(spec), suites: z.array(suite).optional() }),
);

const failures = z.object({ suites: z.array(suite), errors: messages });

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

export interface FailedJourney {
  /** What Playwright runs it by; empty where something failed outside every test. */
  readonly place: string;
  readonly what: string;
}

/** The failed journeys of a Playwright report, each with its title and what was said first. */
export function failedJourneys(report: unknown): FailedJourney[] {
  const { suites, errors } = failures.parse(report);
  const ofSuite = ({ specs, suites = [] }: Suite): FailedJourney[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const [first] = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return { place: `${file}:${line}`, what: `${title}: ${firstLine(first?.message)}` };
      }),
    ...suites.flatMap(ofSuite),
  ];
  return [
    ...suites.flatMap(ofSuite),
    ...errors.map(({ message }) => ({ place: '', what: firstLine(message) })),
  ];
}

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n')[0] ?? '';
