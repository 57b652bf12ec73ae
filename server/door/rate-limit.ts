const WINDOW = 60_000;
const MOST_KEYS = 20_000;

/** A leaky bucket for each key: `limit` calls, which drain evenly over the window in milliseconds. */
export function createRateLimit(limit: number, now: () => number, window = WINDOW) {
  const buckets = new Map<string, { level: number; at: number }>();
  const levelOf = (key: string): number => {
    const last = buckets.get(key);
    if (!last) return 0;
    // A clock that is set back only pauses draining.
    const passed = Math.max(0, now() - last.at);
    return Math.max(0, last.level - (passed / window) * limit);
  };
  /** Of buckets that all count, the oldest go, so that many senders neither fill the memory nor take time with each call. */
  function makeRoom(): void {
    for (const each of buckets.keys()) if (levelOf(each) === 0) buckets.delete(each);
    const excess = buckets.size - MOST_KEYS * 0.9;
    for (const each of [...buckets.keys()].slice(0, Math.max(0, excess))) buckets.delete(each);
  }

  return {
    /** Would `add` return false? */
    isFull: (key: string): boolean => levelOf(key) + 1 > limit,
    add(key: string): boolean {
      const level = levelOf(key);
      if (level + 1 > limit) return false;
      if (buckets.size >= MOST_KEYS) makeRoom();
      buckets.set(key, { level: level + 1, at: now() });
      return true;
    },
    /** Uncounts one call. */
    takeBack(key: string): void {
      buckets.set(key, { level: Math.max(0, levelOf(key) - 1), at: now() });
    },
  };
}
