/** A page that is sent every change of a document. */
export interface Watcher {
  /** Whom the work of watching counts for. */
  readonly owner?: string;
  /** Takes one message encoded by `encode`; must not throw. False when some of what it took has not left yet. */
  send(frame: Buffer): boolean;
  /** Takes what another page holds, if its person may know. */
  hearPresence?(frame: Buffer, page: string | null): void;
  /** Bytes taken that have not left yet. */
  buffered(): number;
}

/** Where a watcher stopped last time: the version, and the epoch of the store it belongs to. */
export interface Resume {
  readonly since?: number;
  /** The `changeKey` of the change that made the version, if the page knows it. */
  readonly last?: string;
  readonly epoch?: string;
  /** Ids of changes whose answers the page has not heard. */
  readonly waiting?: readonly string[];
}
