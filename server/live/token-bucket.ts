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
  amount: number;
  at: number;
}

/** With more buckets than this, full ones are dropped. */
const manyBuckets = 10_000;

export function createTokenBuckets({ capacity, perSecond, now }: TokenBucketOptions): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  const leftIn = ({ amount, at }: Bucket, time: number): number =>
    Math.min(capacity, amount + (Math.max(0, time - at) / 1_000) * perSecond);

  function dropFull(time: number): void {
    for (const [key, bucket] of buckets) if (leftIn(bucket, time) === capacity) buckets.delete(key);
  }

  return {
    spend(key, amount) {
      const time = now();
      const bucket = buckets.get(key);
      const left = bucket ? leftIn(bucket, time) : capacity;
      if (left < amount) return false;
      if (bucket) {
        bucket.amount = left - amount;
        bucket.at = time;
        return true;
      }
      if (buckets.size >= manyBuckets) dropFull(time);
      buckets.set(key, { amount: left - amount, at: time });
      return true;
    },
  };
}
