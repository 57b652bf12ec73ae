import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Wake, WakeListener, Wakes } from '../store.ts';
import { createClient, type Database, type OutageLog } from './connection.ts';
import { epochOf, shareNodeLock } from './start-checks.ts';

const channel = 'lineup';
/** PostgreSQL takes 8,000 bytes. */
const longestPayload = 7_800;
/** What is told within this time shares a statement, in milliseconds: one for each tap would keep PostgreSQL from commits. The first of a pause is told at once. */
const SHARED_FOR = 5;
/** With more waiting, the oldest are dropped, or an outage would fill the memory: nodes look at versions anyway. */
const MOST_WAITING = 10_000;
/** How often a node tells something, if only that it is there, and how long the answer may take, in milliseconds. */
const BEAT = 1_000;
const LONGEST_SILENCE = 2_000;
/** Before a connection that broke is opened anew, in milliseconds. */
const PAUSE = 250;

/** As few payloads as possible, of wakes as lines of JSON; each begins with the node's id. */
function payloadsOf(node: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let current = node;
  let length = node.length;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (length + size > longestPayload && current !== node) {
      payloads.push(current);
      current = node;
      length = node.length;
    }
    current += `\n${line}`;
    length += size;
  }
  return [...payloads, current];
}

/** Null for a line of another version, or of a program that uses the channel by accident. */
function parseLine(line: string): Wake | null {
  try {
    const parsed = JSON.parse(line);
    return typeof parsed?.type === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

interface PostgresWakesOptions {
  readonly outage: OutageLog;
  readonly logError: (error: unknown) => void;
  /** The connection had gone silent, and another one was opened: what the node has open besides may be as dead. */
  readonly onSilenceEnded: () => void;
  /** The connection shares the lock of nodes from now on. */
  readonly onListening: () => void;
}

/**
 * Listens to other nodes and tells them lines, on a connection of its own. A NOTIFY inside a commit would make commits wait for
 * each other: PostgreSQL keeps all of them in one order. A broken connection may look open for hours, so the node tells something
 * each second, and connects anew without an answer.
 */
export function postgresWakes(
  database: Database,
  { outage, logError, onSilenceEnded, onListening }: PostgresWakesOptions,
): Wakes {
  const node = randomUUID();
  let listener: WakeListener | null = null;
  let client: pg.Client | null = null;
  let waiting: string[] = [];
  let sending: Promise<void> | null = null;
  let connecting: Promise<void> | null = null;
  let wentSilent = false;

  function hear(payload: string): void {
    const [from, ...lines] = payload.split('\n');
    if (from === node) return;
    for (const line of lines) {
      const wake = parseLine(line);
      if (wake) listener?.heard(wake);
    }
  }

  function leave(left = client): void {
    if (client === left) client = null;
    // It may be half open, so nobody waits for its end.
    left?.end().catch(() => {});
  }

  async function connect(): Promise<void> {
    const opened = createClient(database, 'lineup listener');
    opened.on('error', (error) => {
      if (client !== opened) return;
      outage.lost(error);
      leave();
    });
    opened.on('end', () => {
      if (client === opened) leave();
    });
    opened.on('notification', ({ payload }) => {
      if (client === opened) hear(payload ?? '');
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
      if (await shareNodeLock(opened)) onListening();
      else
        logError(
          new Error('A command is using the database, which this server should not be running beside.'),
        );
      const epoch = await epochOf(opened);
      client = opened;
      if (wentSilent) {
        onSilenceEnded();
        wentSilent = false;
        // What follows on the gap needs connections, and must not get those that are being closed.
        await new Promise((resolve) => setImmediate(resolve));
      }
      listener?.gap(epoch);
      send();
    } catch (error) {
      outage.lost(error);
      leave(opened);
    }
  }

  async function sendWaiting(): Promise<void> {
    do {
      const current = client;
      if (current === null) break;
      const notify = {
        name: 'notify',
        text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
        values: [channel, payloadsOf(node, waiting)],
        query_timeout: LONGEST_SILENCE,
      };
      waiting = [];
      try {
        await current.query(notify);
        outage.answered();
      } catch (error) {
        wentSilent ||= error instanceof Error && error.message === 'Query read timeout';
        outage.lost(wentSilent ? 'PostgreSQL is silent. Its connections are replaced.' : error);
        leave(current);
      }
      await wait(SHARED_FOR);
    } while (waiting.length > 0);
    sending = null;
  }

  function send(): void {
    if (client) sending ??= sendWaiting();
  }

  return {
    tell(wakes) {
      waiting.push(...wakes.map((wake) => JSON.stringify(wake)));
      if (waiting.length > MOST_WAITING) waiting = waiting.slice(-MOST_WAITING / 2);
      send();
    },

    listen(listening) {
      listener = listening;
      const open = () => {
        if (client === null)
          connecting ??= connect().finally(() => {
            connecting = null;
          });
      };
      open();
      const beat = setInterval(send, BEAT).unref();
      const watcher = setInterval(open, PAUSE).unref();
      const stopFollowing = database.newest.onReplaced(() => leave());
      return async () => {
        stopFollowing();
        clearInterval(beat);
        clearInterval(watcher);
        await connecting;
        await sending;
        listener = null;
        await client?.end().catch(() => {});
      };
    },
  };
}
