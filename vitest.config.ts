import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestWait } from './test/hang-watch.ts';

/** Where no run was measured yet, small files come last, and these take longest: all would wait for them alone. */
const longest = [
  'test/simulation/convergence.test.ts',
  'test/durability/kills.test.ts',
  'server/main.test.ts',
  'test/nodes/two-nodes.test.ts',
  'test/nodes/faults.test.ts',
  'server/accounts/sign-in-throttle.test.ts',
];

/**
 * Tests of what a server stores, which run a second time with servers on PostgreSQL. All run there by
 * `LINEUP_TEST_ENGINE=postgres npm run unit`, and now and then by `npm run explore -- hours`.
 */
const onPostgresToo = [
  'server/teams/day-laying.test.ts',
  'server/devices/kiosk.test.ts',
  'server/live/document-endpoints.test.ts',
  'server/history/history-endpoints.test.ts',
  ...['crew-endpoints', 'email-links', 'members-endpoints', 'team-deletion', 'teams-endpoints'].map(
    (name) => `server/teams/${name}.test.ts`,
  ),
  'test/attacks/raced-invite.test.ts',
  'test/attacks/removed-member.test.ts',
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
    setupFiles: ['test/seed.ts', 'test/words-setup.ts', 'test/passwords/cheap-passwords.ts'],
    globalSetup: ['test/postgres/one-per-run.ts'],
    sequence: { sequencer: LongestFirst },
    // A busy machine takes several times as long as a quiet one, so no test has a limit: the watch ends a run that hangs.
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: longestWait,
    expect: { poll: { timeout: longestWait } },
    reporters: ['default', './test/hang-watch.ts'],
    // Tests leave nothing behind, and reloading everything for each file takes a sixth of the time.
    isolate: false,
    // Many tests wait for servers that they start. With one worker a processor, these would end long after the journeys.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      { extends: true, test: { name: 'unit', include: ['**/*.test.ts'] } },
      {
        extends: true,
        // React as people get it, which is twice as fast as the one for development
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'dom',
          include: ['web/**/*.test.tsx'],
          environment: './test/page/environment.ts',
          setupFiles: ['test/page/setup.ts'],
          globalSetup: ['test/page/server.ts'],
          env: { NODE_ENV: 'production', TZ: process.env.LINEUP_TEST_ZONE ?? 'America/Chicago' },
        },
      },
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
