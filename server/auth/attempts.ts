const WINDOW = 60_000;
/** Wrong passwords a minute for one account from one address. */
const AT_ONE_ADDRESS = 10;
/** And from all addresses together that never knew the password. */
const AT_ALL_ADDRESSES = 30;
const MOST_KEPT = 20_000;

export interface Attempts {
  /** Counts a try, before its password is looked at; false when there were too many. */
  begin(email: string, address: string): boolean;
  /** Takes the try back, and trusts the address: a guesser elsewhere cannot lock its owner out. */
  succeeded(email: string, address: string): void;
}

/** Slows down guessing of passwords. Kept in memory: counts are of minutes, and a restart forgives. */
export function createAttempts(now: () => number): Attempts {
  const byAddress = createGauge(AT_ONE_ADDRESS, now);
  const byAccount = createGauge(AT_ALL_ADDRESSES, now);
  const trusted = new Set<string>();
  const keyOf = (email: string, address: string) => JSON.stringify([email, address]);
  return {
    begin(email, address) {
      const key = keyOf(email, address);
      return byAddress.add(key) && (trusted.has(key) || byAccount.add(email));
    },
    succeeded(email, address) {
      const key = keyOf(email, address);
      byAddress.clear(key);
      if (trusted.has(key)) return;
      byAccount.takeBack(email);
      if (trusted.size >= MOST_KEPT) trusted.clear();
      trusted.add(key);
    },
  };
}

/** A level for each key that `add` raises by one, up to a limit, and that runs out over the window in milliseconds. */
export function createGauge(limit: number, now: () => number, window = WINDOW) {
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
