/** Runs at most `most` works of a key at once; further ones wait in order. */
export function createFewAtOnce(most: number) {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = running.get(key) ?? 0;
    if (count < most) running.set(key, count + 1);
    else await new Promise<void>((begin) => waiting.set(key, [...(waiting.get(key) ?? []), begin]));
    try {
      return await work();
    } finally {
      const [next, ...later] = waiting.get(key) ?? [];
      if (later.length > 0) waiting.set(key, later);
      else waiting.delete(key);
      const left = (running.get(key) ?? 0) - 1;
      if (next) next();
      else if (left > 0) running.set(key, left);
      else running.delete(key);
    }
  };
}
