import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where no run was measured yet, small files come last, and these small ones take longest: all would wait for them alone. */
const longest = ['test/simulation/convergence.test.ts', 'test/durability/kills.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((each) => moduleId.endsWith(each));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((each) => !isLongest(each))];
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
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
  },
});
