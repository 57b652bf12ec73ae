import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'dist/**', 'test/journeys/**'],
    environment: 'node',
    setupFiles: ['test/seed.ts'],
    testTimeout: 20_000,
    // No test leaves anything behind, and loading everything anew for each file takes a sixth of the time.
    isolate: false,
    // one fewer would be used, which on two processors is half of them
    maxWorkers: '100%',
    // servers are started and people registered in hooks, also where other work keeps the machine busy
    hookTimeout: 60_000,
  },
});
