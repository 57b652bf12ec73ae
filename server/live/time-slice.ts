import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long to work before other work gets a turn, in milliseconds. */
const longestSlice = 20;

/** Keeps long work from blocking the event loop, for example for pages that only ping the server. */
export interface TimeSlice {
  yieldNow(): Promise<void>;
  /** Yields when the current slice is used up; undefined when it is not. */
  yieldIfDue(): Promise<void> | undefined;
}

/** `clock` counts milliseconds of work. */
export function createTimeSlice(clock: () => number): TimeSlice {
  let sliceStart = 0;
  let turn: Promise<void> | null = null;

  async function yieldNow(): Promise<void> {
    await nextTurn();
    sliceStart = clock();
  }

  const isDue = () => clock() - sliceStart > longestSlice;

  async function yieldWhileDue(): Promise<void> {
    do {
      turn ??= yieldNow().finally(() => {
        turn = null;
      });
      await turn;
      // Of several that wait for a turn, the first may use it up.
    } while (isDue());
  }

  return {
    yieldNow,
    yieldIfDue: () => (isDue() ? yieldWhileDue() : undefined),
  };
}
