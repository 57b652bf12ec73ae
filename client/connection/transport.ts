/** One connection, or the attempt at one. */
export interface Socket {
  send(text: string): void;
  /** Nothing is reported afterwards. */
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  closed(): void;
}

export interface Transport {
  connect(events: SocketEvents): Socket;
  /** Calls `listener` when the network may be back or should be checked. Returns a function that stops it. */
  onReachable(listener: () => void): () => void;
}
