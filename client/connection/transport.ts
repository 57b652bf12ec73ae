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
  onReachable(listener: () => void): () => void;
}
