import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long to work before other work gets a turn, in milliseconds. */
const longestSlice = 20;

/** Keeps long work from blocking the event loop, for example for pages that only ping the server. */
export interface TimeSlice {
  yieldNow(): Promise<void>;
  /** Yields when the current slice is used up; undefined when it is not. */
  yieldIfDue(): Promise<void> | undefined;
}

/** For one task, which yields before it goes on. `clock` counts milliseconds of work. */
export function createTimeSlice(clock: () => number): TimeSlice {
  let sliceStart = 0;
  async function yieldNow(): Promise<void> {
    await nextTurn();
    sliceStart = clock();
  }
  return { yieldNow, yieldIfDue: () => (clock() - sliceStart > longestSlice ? yieldNow() : undefined) };
}
