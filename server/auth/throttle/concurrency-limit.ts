/** More is asked for than can be done soon. */
export class TooBusy extends Error {}

/** Lets few run at a time; others wait in a line of limited length, beyond which `TooBusy` is thrown. */
export function createConcurrencyLimit(atOnce: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= mostWaiting) throw new TooBusy('Too many wait already.');
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      // Whoever waits gets this turn as it is.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
