/** A leaky bucket for each key: `most` calls, which drain evenly over the window in milliseconds. */
export interface LimitOptions {
  readonly most: number;
  readonly window: number;
  readonly now: () => number;
}

/** Counts calls under a key. */
export interface SharedLimit {
  /** Would `add` resolve to false? */
  isFull(key: string): Promise<boolean>;
  /** False, and not counted, when the bucket is full. */
  add(key: string): Promise<boolean>;
  /** Uncounts one call. */
  takeBack(key: string): Promise<void>;
}
