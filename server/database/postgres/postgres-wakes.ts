import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Wake, WakeListener, Wakes } from '../store.ts';
import { createClient, type Database, type OutageLog } from './connection.ts';
import { epochOf, shareNodeLock, shareProtocol } from './start-checks.ts';

/** PostgreSQL takes 8,000 bytes. */
const longestPayload = 7_800;

/** A wake as a line. JSON escapes line ends. */
export function lineOf(wake: Wake): string {
  switch (wake.type) {
    case 'changed':
      // Nodes of the release before expect the change itself here, or null where they have to read it.
      return JSON.stringify(['c', wake.ref.team, wake.ref.document, wake.version, null]);
    case 'lists':
      return JSON.stringify(['l', wake.ref.team, wake.ref.document]);
    case 'presence':
      return JSON.stringify(['p', wake.ref.team, wake.ref.document, wake.text]);
    case 'news':
      return JSON.stringify(['n', wake.news, wake.about]);
  }
}

/** Null for a line of another version, or of a program that uses the channel by accident. */
export function parseLine(line: string): Wake | null {
  const [type, ...values] = parseArray(line);
  if (!values.slice(0, 2).every((each) => typeof each === 'string')) return null;
  if (type === 'c') {
    const [team, document, version] = values;
    return { type: 'changed', ref: { team, document }, version };
  }
  if (type === 'l') return { type: 'lists', ref: { team: values[0], document: values[1] } };
  if (type === 'p') {
    const [team, document, text] = values;
    return typeof text === 'string' ? { type: 'presence', ref: { team, document }, text } : null;
  }
  if (type === 'n') return { type: 'news', news: values[0], about: values[1] };
  return null;
}

function parseArray(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** As few payloads as possible; each begins with the node's id. */
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

const channel = 'lineup';

/** What is told within this time shares a statement, in milliseconds. The first of a pause is told at once. */
const SHARED_FOR = 5;
/** With more waiting, the oldest are dropped: nodes look at versions anyway. */
const MOST_WAITING = 10_000;

interface Notifier {
  tell(lines: readonly string[]): void;
  /** Goes on with a connection of its own that is new. */
  reconnect(): void;
  close(): Promise<void>;
}

/**
 * Tells lines to other nodes, on a connection of its own. A NOTIFY inside a commit would make commits wait for each other:
 * PostgreSQL keeps all of them in one order.
 */
function createNotifier(database: Database, node: string, outage: OutageLog): Notifier {
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
function startListener({
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

interface PostgresWakes extends Wakes {
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
