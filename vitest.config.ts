import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where no run was measured yet, small files come last, and these take longest: all would wait for them alone. */
const longest = [
  'test/simulation/convergence.test.ts',
  'test/durability/kills.test.ts',
  'server/main.test.ts',
  'test/nodes/two-nodes.test.ts',
  'test/nodes/faults.test.ts',
  'server/http/sign-in/sign-in-throttle.test.ts',
];

/**
 * Tests of what a server stores, which run a second time with servers on PostgreSQL. Other files run there by
 * `LINEUP_TEST_ENGINE=postgres npm run unit`.
 */
const onPostgresToo = [
  'server/days/*.test.ts',
  'server/http/documents/*.test.ts',
  'server/http/history/*.test.ts',
  'server/http/teams/*.test.ts',
  'test/attacks/*.test.ts',
];

const isAllOnPostgres = process.env.LINEUP_TEST_ENGINE === 'postgres';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // a worker that goes from one project to another loads everything again
      if (project.name === 'postgres') return longest.length + 1;
      const index = longest.findIndex((each) => moduleId.endsWith(each));
      return index >= 0 ? index : longest.length;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'test/journeys/**'],
    environment: 'node',
    setupFiles: ['test/seed.ts', 'test/passwords/cheap-passwords.ts'],
    globalSetup: ['test/postgres/one-per-run.ts'],
    sequence: { sequencer: LongestFirst },
    // Limits only end tests that hang: a busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests leave nothing behind, and reloading everything for each file takes a sixth of the time.
    isolate: false,
    // Many tests wait for servers that they start. With one worker a processor, these would end long after the journeys.
    maxWorkers: Math.max(3, availableParallelism()),
    // servers are started and people registered in hooks, also where other work keeps the machine busy
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isAllOnPostgres ? [] : onPostgresToo,
          env: { LINEUP_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
