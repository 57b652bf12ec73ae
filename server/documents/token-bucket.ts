/** How much one can spend at once, and how fast it comes back. */
export interface Rate {
  readonly capacity: number;
  readonly perSecond: number;
}

/** A token bucket for each key. Kept in memory, so a restart fills them all. */
export interface TokenBuckets {
  /** False, and nothing is spent, when less than `amount` is left. */
  spend(key: string, amount: number): boolean;
}

interface TokenBucketOptions extends Rate {
  /** Milliseconds. */
  readonly now: () => number;
}

interface Bucket {
  readonly amount: number;
  readonly at: number;
}

/** With more buckets than this, full ones are dropped. */
const manyBuckets = 10_000;

export function createTokenBuckets({ capacity, perSecond, now }: TokenBucketOptions): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const leftIn = ({ amount, at }: Bucket): number =>
    Math.min(capacity, amount + (Math.max(0, now() - at) / 1_000) * perSecond);

  return {
    spend(key, amount) {
      const bucket = buckets.get(key);
      const left = bucket ? leftIn(bucket) : capacity;
      if (left < amount) return false;
      if (!bucket && buckets.size >= manyBuckets) {
        for (const [other, each] of buckets) if (leftIn(each) === capacity) buckets.delete(other);
      }
      buckets.set(key, { amount: left - amount, at: now() });
      return true;
    },
  };
}
