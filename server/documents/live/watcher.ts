/** Someone who is shown a document as it changes. */
export interface Watcher {
  /** Takes one message as `encode` makes it; must not throw. False when some of what it took has not left yet. */
  send(frame: Buffer): boolean;
  /** Bytes taken that have not left yet. */
  buffered(): number;
}

/** Where a watcher stopped the last time: a version, of the history it belongs to. */
export interface Resume {
  readonly since?: number;
  readonly epoch?: string;
}
