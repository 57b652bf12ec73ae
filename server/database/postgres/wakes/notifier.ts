import type pg from 'pg';
import { createClient, type Database } from '../connection.ts';
import type { OutageLog } from '../outage-log.ts';
import { payloadsOf } from './wake-lines.ts';

/** PostgreSQL's channel of all nodes. */
export const channel = 'lineup';

/** What is told within this time shares a statement, in milliseconds. The first of a pause is told at once. */
const SHARED_FOR = 5;
/** With more waiting, the oldest are dropped: nodes look at versions anyway. */
const MOST_WAITING = 10_000;

export interface Notifier {
  tell(lines: readonly string[]): void;
  /** Goes on with a connection of its own that is new. */
  reconnect(): void;
  close(): Promise<void>;
}

/**
 * Tells lines to other nodes, on a connection of its own. A NOTIFY inside a commit would make commits wait for each other:
 * PostgreSQL keeps all of them in one order.
 */
export function createNotifier(database: Database, node: string, outage: OutageLog): Notifier {
  let waiting: string[] = [];
  let running: Promise<void> | null = null;
  let client: pg.Client | null = null;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const opened = createClient(database);
    opened.on('error', () => {
      if (client === opened) client = null;
    });
    await opened.connect();
    return opened;
  }

  async function run(): Promise<void> {
    while (waiting.length > 0 && !isClosed) {
      const lines = waiting;
      waiting = [];
      try {
        client ??= await connect();
        await client.query({
          name: 'notify',
          text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
          values: [channel, payloadsOf(node, lines)],
        });
      } catch (error) {
        outage.lost(error);
        await client?.end().catch(() => {});
        client = null;
      }
      await new Promise((resolve) => setTimeout(resolve, SHARED_FOR));
    }
    running = null;
  }

  return {
    tell(lines) {
      if (lines.length === 0) return;
      waiting.push(...lines);
      if (waiting.length > MOST_WAITING) waiting = waiting.slice(-MOST_WAITING / 2);
      running ??= run();
    },
    reconnect() {
      client?.connection.stream.destroy(new Error('The connection may be dead.'));
      client = null;
    },
    async close() {
      await running;
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}
