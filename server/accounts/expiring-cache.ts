interface CacheOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  /** How long a value is kept, in milliseconds. */
  readonly life: number;
  readonly most: number;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
}

/** Keeps what was loaded. Callers at the same time share one load, and a load that failed is not kept. */
export function createExpiringCache<Value>({
  load,
  life,
  most,
  clock = () => performance.now(),
}: CacheOptions<Value>) {
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();

  function forget(key: string, value?: Promise<Value>): void {
    if (value === undefined || kept.get(key)?.value === value) kept.delete(key);
  }

  return {
    forget: (key: string) => forget(key),
    get(key: string): Promise<Value> {
      const found = kept.get(key);
      if (found && clock() < found.until) return found.value;
      const value = load(key);
      value.catch(() => forget(key, value));
      kept.delete(key);
      kept.set(key, { value, until: clock() + life });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
}
