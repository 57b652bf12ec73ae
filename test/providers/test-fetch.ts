import type { TimeSlice } from '../../server/live/work-turns.ts';
import { createSafeFetch, type SafeFetch } from '../../server/schedules/safe-fetch.ts';

export interface TestFetch extends SafeFetch {
  /** The delays it asked for, in milliseconds; none was waited for. */
  readonly delays: readonly number[];
}

/** The real safe fetch, allowed to reach these hosts; it retries without waiting. */
export function createTestFetch(
  standIns: readonly { readonly host: string }[],
  now: () => number = Date.now,
  more: Partial<Parameters<typeof createSafeFetch>[0]> = {},
): TestFetch {
  const delays: number[] = [];
  const safeFetch = createSafeFetch({
    allowed: new Set(standIns.map(({ host }) => host)),
    delay: async (milliseconds, signal) => {
      delays.push(milliseconds);
      signal.throwIfAborted();
    },
    now,
    ...more,
  });
  return { ...safeFetch, delays };
}

export const neverAborted = (): AbortSignal => new AbortController().signal;

/** Of a server that has nothing else to do. */
export const alone: TimeSlice = { yieldNow: async () => {}, yieldIfDue: () => undefined };
