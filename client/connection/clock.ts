/** The client's source of time, so that a test can control it. */
export interface Clock {
  /** The device's clock, in milliseconds since 1970. It may be wrong, and may jump. */
  wall(): number;
  /** A clock that never goes back, in milliseconds. */
  steady(): number;
  /** Runs once after a delay. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}
