import type { Fetch } from './calls/api.ts';
import type { RandomBytes } from './connection/random.ts';
import type { Clock } from './connection/server-time.ts';
import type { Transport } from './connection/transport.ts';
import type { CopyStorage } from './copies/copy-storage.ts';
import type { KeyValueStorage } from './device/choices.ts';
import type { TabChannel } from './outbox/outbox-sender.ts';
import type { OutboxStorage } from './outbox/outbox-storage.ts';

export interface ClientOptions {
  readonly storage: OutboxStorage;
  /** Connects the tabs that share the storage. Without it, every tab sends all changes. */
  readonly tabs?: TabChannel;
  /** Stores what was seen last. Without it, a page that opens without the server shows nothing. */
  readonly copies?: CopyStorage;
  readonly memory: KeyValueStorage;
  /** Keeps what can be undone while a tab is loaded again. Without it, that ends with the page. */
  readonly session?: KeyValueStorage;
  readonly isTelevision?: boolean;
  readonly transport: Transport;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
}
