import { useSyncExternalStore } from 'react';

const everyMilliseconds = 500;
const watchers = new Set<() => void>();
let interval: ReturnType<typeof setInterval> | undefined;

function tellAll() {
  for (const tell of [...watchers]) tell();
}

/** Calls `tell` every 500 ms until the function returned is called. All watchers share one interval. */
export function watchTicks(tell: () => void): () => void {
  watchers.add(tell);
  interval ??= setInterval(tellAll, everyMilliseconds);
  return () => {
    watchers.delete(tell);
    if (watchers.size > 0) return;
    clearInterval(interval);
    interval = undefined;
  };
}

const never = () => () => {};

/** The value of `read`, read again on every tick; the component re-renders only if it changed. */
export function useTicking<T extends string | number>(read: () => T, isTicking = true): T {
  return useSyncExternalStore(isTicking ? watchTicks : never, read);
}
