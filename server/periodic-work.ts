interface Rhythm {
  /** In milliseconds, from now on. */
  readonly first: number;
  /** In milliseconds. */
  readonly every: number;
  readonly logError: (error: unknown) => void;
}

/** Work that is done now and then, and by `run`, never twice at a time: two would do the same. `close` aborts the signal: no stop waits for it. */
export function repeatWork(work: (signal: AbortSignal) => Promise<void>, { first, every, logError }: Rhythm) {
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  function run(): Promise<void> {
    running ??= work(closing.signal)
      .catch(logError)
      .finally(() => {
        running = null;
      });
    return running;
  }

  let timer = setTimeout(() => {
    void run();
    timer = setInterval(run, every).unref();
  }, first).unref();
  return {
    run,
    async close(): Promise<void> {
      closing.abort();
      // Of either kind.
      clearTimeout(timer);
      await running;
    },
  };
}
