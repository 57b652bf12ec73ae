import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where no run was measured yet, small files come last, and these small ones take longest: all would wait for them alone. */
const longest = ['test/simulation/convergence.test.ts', 'test/durability/kills.test.ts'];

/**
 * Tests of what a server stores, which run a second time with servers on PostgreSQL. Other files run there by
 * `LINEUP_TEST_ENGINE=postgres npm run unit`.
 */
const onPostgresToo = [
  'server/http/documents/*.test.ts',
  'server/http/history/*.test.ts',
  'server/http/teams/*.test.ts',
  'test/attacks/*.test.ts',
];

const isAllOnPostgres = process.env.LINEUP_TEST_ENGINE === 'postgres';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      // a worker that goes from one project to another loads everything again
      project.name === 'postgres' ? 2 : longest.some((each) => moduleId.endsWith(each)) ? 0 : 1;
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
    // one fewer would be used, which on two processors is half of them
    maxWorkers: '100%',
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
