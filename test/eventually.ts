import { vi } from 'vitest';
import { longestWait } from './hang-watch.ts';

/** Waits until `check` passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: longestWait });
