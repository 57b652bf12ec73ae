/** Time as the client gets it, so that a test can turn it. */
export interface Clock {
  /** The device's own idea of the time, in milliseconds since 1970; it may be wrong, and may jump. */
  wall(): number;
  /** Milliseconds that only grow. */
  steady(): number;
  /** Runs once after so many milliseconds; the answer cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}
