const WINDOW = 60_000;
const MOST_KEPT = 20_000;

/** A level for each key that `add` raises by one, up to a limit, and that runs out over the window in milliseconds. */
export function createRateLimit(limit: number, now: () => number, window = WINDOW) {
  const levels = new Map<string, { level: number; at: number }>();
  const current = (key: string): number => {
    const last = levels.get(key);
    if (!last) return 0;
    // A clock that is put back only makes it stand still.
    const passed = Math.max(0, now() - last.at);
    return Math.max(0, last.level - (passed / window) * limit);
  };
  return {
    /** Would one more be too many? */
    isFull: (key: string): boolean => current(key) + 1 > limit,
    add(key: string): boolean {
      const level = current(key);
      if (level + 1 > limit) return false;
      if (levels.size >= MOST_KEPT)
        for (const each of levels.keys()) if (current(each) === 0) levels.delete(each);
      levels.set(key, { level: level + 1, at: now() });
      return true;
    },
    takeBack(key: string): void {
      levels.set(key, { level: Math.max(0, current(key) - 1), at: now() });
    },
    clear(key: string): void {
      levels.delete(key);
    },
  };
}
