import type pg from 'pg';
import type { WakeListener } from '../../wakes.ts';
import { createClient, type Database } from '../connection.ts';
import { epochOf } from '../epoch.ts';
import { shareNodeLock } from '../node-lock.ts';
import type { OutageLog } from '../outage-log.ts';
import { shareProtocol } from '../start/node-protocol.ts';
import { channel } from './notifier.ts';
import { parseLine } from './wake-lines.ts';

/** How often a node tells something to itself, and for how long it may not hear it, in milliseconds. */
const BEAT = 1_000;
const LONGEST_SILENCE = 3_000;
const PAUSE = 250;

interface ListenerOptions {
  readonly database: Database;
  /** This node's id: what it told itself is not for it. */
  readonly node: string;
  readonly listener: WakeListener;
  /** The connection had gone silent, and another one was opened: what the node has open besides may be as dead. */
  readonly onSilenceEnded: () => void;
  /** This connection shares the lock of nodes from now on. */
  readonly onListening: () => void;
  readonly outage: OutageLog;
  readonly logError: (error: unknown) => void;
}

/**
 * Listens to other nodes on a connection of its own. A broken connection may look open for hours, so the node listens for its
 * own beat, and connects anew without it. Returns how to stop.
 */
export function startListener({
  database,
  node,
  listener,
  onSilenceEnded,
  onListening,
  outage,
  logError,
}: ListenerOptions): () => Promise<void> {
  let client: pg.Client | null = null;
  /** The connection whose last beat isn't answered yet. */
  let asked: pg.Client | null = null;
  let heardAt = performance.now();
  let hasEverHeard = false;
  let wentSilent = false;
  let isStopped = false;
  let connecting: Promise<void> | null = null;

  function onPayload(payload: string): void {
    heardAt = performance.now();
    hasEverHeard = true;
    outage.answered();
    const [from, ...lines] = payload.split('\n');
    if (from === node) return;
    for (const line of lines) {
      const wake = parseLine(line);
      if (wake) listener.heard(wake);
    }
  }

  function leave(): void {
    const left = client;
    client = null;
    // It may be half open, so nobody waits for its end.
    left?.end().catch(() => {});
  }

  async function connect(): Promise<void> {
    const opened = createClient(database, 'lineup listener');
    opened.on('error', (error) => {
      if (client !== opened) return;
      client = null;
      outage.lost(error);
    });
    opened.on('end', () => {
      if (client === opened) client = null;
    });
    opened.on('notification', ({ payload }) => {
      if (client === opened) onPayload(payload ?? '');
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
      if (await shareNodeLock(opened)) onListening();
      else
        logError(
          new Error('A command is using the database, which this server should not be running beside.'),
        );
      await shareProtocol(opened);
      const epoch = await epochOf(opened);
      if (isStopped) return void opened.end();
      client = opened;
      heardAt = performance.now();
      if (wentSilent) {
        onSilenceEnded();
        wentSilent = false;
        // What follows on the gap needs connections, and must not get those that are being closed.
        await new Promise((resolve) => setImmediate(resolve));
      }
      listener.gap(epoch);
    } catch (error) {
      outage.lost(error);
      opened.end().catch(() => {});
    }
  }

  function tellItself(current: pg.Client): void {
    // One that doesn't answer is given up soon.
    if (asked === current) return;
    asked = current;
    const finish = () => {
      if (asked === current) asked = null;
    };
    current.query('select pg_notify($1, $2)', [channel, node]).then(finish, finish);
  }

  function beat(): void {
    if (client && performance.now() - heardAt > LONGEST_SILENCE) {
      outage.lost(
        hasEverHeard
          ? 'PostgreSQL is silent. Its connections are replaced.'
          : 'This server hears nothing of others. DATABASE_URL must lead to PostgreSQL itself: PgBouncer in transaction mode passes nothing on.',
      );
      wentSilent = hasEverHeard;
      leave();
    }
    if (client) {
      tellItself(client);
      return;
    }
    connecting ??= connect().finally(() => {
      connecting = null;
    });
  }

  beat();
  const stopFollowing = database.newest.onReplaced(leave);
  const timer = setInterval(beat, BEAT).unref();
  /** Sooner than the next beat when the connection broke. */
  const watcher = setInterval(() => client === null && beat(), PAUSE).unref();
  return async () => {
    isStopped = true;
    stopFollowing();
    clearInterval(timer);
    clearInterval(watcher);
    await connecting;
    await client?.end().catch(() => {});
  };
}
