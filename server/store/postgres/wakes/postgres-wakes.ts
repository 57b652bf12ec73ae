import { randomUUID } from 'node:crypto';
import type { Wakes } from '../../wakes.ts';
import { startListener } from './listener.ts';
import { createNotifier } from './notifier.ts';
import { lineOf } from './wake-lines.ts';

export interface PostgresWakes extends Wakes {
  close(): Promise<void>;
}

/** Connects when something is told or listened to. */
export function postgresWakes(url: string, logError: (error: unknown) => void): PostgresWakes {
  const node = randomUUID();
  const notifier = createNotifier(url, node, logError);
  return {
    tell: (wake) => notifier.tell(lineOf(wake)),
    listen: (listener) => startListener({ url, node, listener, logError }),
    close: notifier.close,
  };
}
