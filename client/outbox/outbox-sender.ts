import type { Connection } from '../connection/connection.ts';
import type { Outbox } from './outbox.ts';

/** Sends the changes of the outbox: each once per connection, in the order they were made. */
export class OutboxSender {
  readonly #outbox: Outbox;
  readonly #connection: Connection;
  /** Ids of the changes sent on this connection. */
  #sent = new Set<string>();

  constructor(outbox: Outbox, connection: Connection) {
    this.#outbox = outbox;
    this.#connection = connection;
  }

  /** Documents can be watched and changes sent. Not before it is known which of them this device created. */
  get isReady(): boolean {
    return this.#connection.ready && this.#outbox.isLoaded;
  }

  /** A new connection is open: nothing was sent on it yet. */
  connected(): void {
    this.#sent = new Set();
  }

  resend(id: string): void {
    this.#sent.delete(id);
    this.flush();
  }

  flush(): void {
    if (!this.isReady) return;
    for (const { team, document, id, change } of this.#outbox.waiting) {
      if (this.#sent.has(id)) continue;
      this.#sent.add(id);
      this.#connection.send({ type: 'change', team, document, id, change });
    }
  }
}
