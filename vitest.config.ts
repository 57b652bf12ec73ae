import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'dist/**', 'test/journeys/**'],
    environment: 'node',
    testTimeout: 20_000,
  },
});
