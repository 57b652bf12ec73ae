import { randomUUID } from 'node:crypto';
import type { WakeListener, Wakes } from '../../wakes.ts';
import type { Database } from '../connection.ts';
import type { OutageLog } from '../outage-log.ts';
import { startListener } from './listener.ts';
import { createNotifier } from './notifier.ts';
import { lineOf } from './wake-lines.ts';

export interface PostgresWakes extends Wakes {
  close(): Promise<void>;
}

interface PostgresWakesOptions {
  readonly outage: OutageLog;
  readonly logError: (error: unknown) => void;
  /** Called before anyone else hears news of another node, and when some may have been missed. */
  readonly onNews: () => void;
  /** Connections that were open until now may be dead without having been closed. */
  readonly onSilenceEnded: () => void;
  readonly onListening: () => void;
}

/** Connects when something is told or listened to. */
export function postgresWakes(
  database: Database,
  { outage, logError, onNews, onSilenceEnded, onListening }: PostgresWakesOptions,
): PostgresWakes {
  const node = randomUUID();
  const notifier = createNotifier(database, node, outage);
  database.newest.onReplaced(notifier.reconnect);
  return {
    tell: (wakes) => notifier.tell(wakes.map(lineOf)),
    listen(listener) {
      const noticing: WakeListener = {
        heard(wake) {
          if (wake.type === 'news') onNews();
          listener.heard(wake);
        },
        gap(epoch) {
          onNews();
          listener.gap(epoch);
        },
      };
      return startListener({
        ...{ database, node, outage, logError, listener: noticing, onListening },
        onSilenceEnded() {
          notifier.reconnect();
          onSilenceEnded();
        },
      });
    },
    close: notifier.close,
  };
}
