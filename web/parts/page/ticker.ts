import { useEffect, useState, useSyncExternalStore } from 'react';
import { showMinute, showShortDay } from '../../../client/words/formats.ts';
import { wallClock } from '../../../domain/time/date.ts';

const everyMilliseconds = 500;
const watchers = new Set<() => void>();
let interval: ReturnType<typeof setInterval> | undefined;

function tellAll() {
  for (const tell of [...watchers]) tell();
}

/** Calls `tell` every 500 ms until the function returned is called. With one interval, all that counts down changes together. */
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
export function useTicking<T extends string | number | boolean | null>(read: () => T, isTicking = true): T {
  return useSyncExternalStore(isTicking ? watchTicks : never, read);
}

/** True once `isOn` has been true for `milliseconds`; at first `initial`. */
export function useLasting(isOn: boolean, milliseconds: number, initial = false): boolean {
  const [lasts, setLasts] = useState(initial);
  useEffect(() => {
    if (!isOn) {
      setLasts(false);
      return;
    }
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isOn, milliseconds]);
  return lasts;
}

/** '11:42 AM', or 'Sat 11/21, 11:42 AM' where that isn't today. */
export function dayAndTime(at: number, now: number, timeZone: string): string {
  const { date, minutes } = wallClock(at, timeZone);
  const time = showMinute(minutes);
  return date === wallClock(now, timeZone).date ? time : `${showShortDay(date)}, ${time}`;
}
