import { vi } from 'vitest';

/** Waits until `check` passes. A busy machine may need a while, so only a test that fails reaches the limit. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000 });
