import * as z from 'zod/mini';
import { plainId } from '../../contract/changes.ts';
import {
  type ClientMessage,
  continued,
  protocol,
  type ServerMessage,
  serverMessage,
} from '../../contract/live.ts';
import { readLeniently } from '../calls/read-leniently.ts';
import { ObservableValue } from '../observable.ts';
import { type RandomBytes, randomFraction } from './random.ts';
import { type Clock, type ClockReading, ServerTime } from './server-time.ts';
import type { Socket, Transport } from './transport.ts';

const snapshotOf = z.object({ type: z.literal('snapshot'), team: plainId, document: plainId });

/** A snapshot with a body from before a rule that got stricter becomes the message that the document is unreadable. */
function parseMessage(text: string): ServerMessage | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  // Without some of its fields, a document or a change would be another one.
  const message = readLeniently(serverMessage, json, ['body', 'change']);
  if (message.success) return message.data;
  const unreadable = z.safeParse(snapshotOf, json);
  if (!unreadable.success) return null;
  const { team, document } = unreadable.data;
  return { type: 'gone', team, document, why: 'unreadable' };
}

// How a page connects again; the benchmark of many pages does the same. All in milliseconds.

const firstRetry = 250;
const longestRetry = 5_000;
const firstPatience = 8_000;
const morePatience = 1_000;
const longestPatience = 16_000;

/** After a connection that lasted this long, the first retry is quick again; a server that hangs up at once would be overrun. */
export const goodAfter = 5_000;
export const pingEvery = 10_000;
/** A connection on which nothing comes for so long after a ping is lost: its board would show old breaks as current. */
export const answerWithin = 5_000;

/** Longer after each failure, or pages would hold down a server that starts. `random`, 0 to 1: they don't all come at once. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(longestRetry, firstRetry * 2 ** failures) * (0.5 + random / 2);

/** Not much longer than a slow server needs: a new attempt gets through sooner where a restarted server had no room for the one before. */
export const attemptPatience = (failures: number): number =>
  Math.min(longestPatience, firstPatience + failures * morePatience);

/** `reload`: the server speaks another protocol than this page. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'reload';

export type ReceivedMessage = Exclude<ServerMessage, { type: 'hello' | 'pong' | 'problem' }>;

interface ConnectionEvents {
  /** The server has answered with the user: messages can be sent from here on. */
  ready(epoch: string): void;
  received(message: ReceivedMessage): void;
  failed(): void;
}

interface Attempt {
  readonly socket: Socket;
  readySince: number | null;
  epoch: string | null;
  readonly asked: ClockReading[];
  silent: boolean;
  parts: string;
  cancelTimer(): void;
}

/** A page that can't connect says so after this: somebody would take what it shows for current. In milliseconds. */
const offlineAfter = 3_000;

/** After so many in a row, the page changes to the version of the server, or it would be offline for good. */
const mostOlderServers = 8;

/** The live connection of a page: without reconnecting, a board would stand still until somebody reloads it. */
export class Connection {
  readonly state = new ObservableValue<ConnectionState>('connecting');
  readonly time: ServerTime;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #events: ConnectionEvents;
  readonly #endReachable: () => void;
  #attempt: Attempt | null = null;
  #failures = 0;
  #olderServers = 0;
  isResting = true;
  #cancelRetry = () => {};
  #cancelOffline = () => {};

  constructor(
    options: { transport: Transport; clock: Clock; random: RandomBytes },
    events: ConnectionEvents,
  ) {
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#events = events;
    this.time = new ServerTime(options.clock, () => this.#look());
    this.#endReachable = options.transport.onReachable(() => this.#look());
  }

  get ready(): boolean {
    return this.#attempt !== null && this.#attempt.readySince !== null;
  }

  restart(): void {
    this.#drop();
    this.isResting = false;
    this.#failures = 0;
    this.#begin();
  }

  /** False without a connection. */
  send(message: ClientMessage): boolean {
    if (!this.ready) return false;
    this.#attempt?.socket.send(JSON.stringify(message));
    return true;
  }

  /** Nobody is signed in: there is nothing to connect for until `restart`. */
  rest(): void {
    this.#drop();
    this.isResting = true;
    this.state.set('online');
  }

  close(): void {
    this.#drop();
    this.isResting = true;
    this.#endReachable();
  }

  #begin(): void {
    const attempt: Attempt = {
      socket: this.#transport.connect({
        opened: () => this.#attempt === attempt && this.#greet(attempt),
        received: (text) => this.#attempt === attempt && this.#receive(attempt, text),
        closed: () => this.#attempt === attempt && this.#lose(),
      }),
      readySince: null,
      epoch: null,
      asked: [],
      silent: false,
      parts: '',
      cancelTimer: this.#clock.after(attemptPatience(this.#failures), () => this.#lose()),
    };
    this.#attempt = attempt;
    if (this.state.get() === 'offline') return;
    this.state.set('connecting');
    this.#cancelOffline();
    this.#cancelOffline = this.#clock.after(offlineAfter, () => this.state.set('offline'));
  }

  #greet(attempt: Attempt): void {
    attempt.asked.push(this.time.read());
    attempt.socket.send(
      JSON.stringify({ type: 'hello', protocol, parts: true, resends: true } satisfies ClientMessage),
    );
  }

  #receive(attempt: Attempt, text: string): void {
    attempt.silent = false;
    if (text.startsWith(continued)) {
      attempt.parts += text.slice(continued.length);
      return;
    }
    const message = parseMessage(attempt.parts + text);
    attempt.parts = '';
    // Invalid messages are ignored: a missing change shows as a gap in the versions, and is requested again.
    if (!message) return;
    switch (message.type) {
      case 'hello':
        if (message.protocol === protocol) {
          attempt.epoch = message.epoch;
          this.#learn(attempt, message.now);
        } else if (message.protocol > protocol) this.#endForReload();
        else this.#leaveOlderServer();
        break;
      case 'pong':
        this.#learn(attempt, message.now);
        break;
      case 'problem':
        if (message.problem.code !== 'protocol-unknown') break;
        // A server of before this was said in its hello says nothing else.
        if (attempt.epoch === null) this.#leaveOlderServer();
        else this.#endForReload();
        break;
      default:
        this.#events.received(message);
        // which ends the connection if nobody is signed in
        if (this.#attempt !== attempt) break;
        if (message.type === 'me' && attempt.epoch !== null && attempt.readySince === null) {
          this.#welcome(attempt, attempt.epoch);
        }
    }
  }

  #welcome(attempt: Attempt, epoch: string): void {
    attempt.readySince = this.#clock.steady();
    this.#olderServers = 0;
    attempt.cancelTimer();
    attempt.cancelTimer = this.#clock.after(pingEvery, () => this.#ping(attempt));
    this.#cancelOffline();
    this.state.set('online');
    this.#events.ready(epoch);
  }

  #learn(attempt: Attempt, said: number): void {
    const asked = attempt.asked.shift();
    if (asked) this.time.learn(asked, said);
  }

  #ping(attempt: Attempt): void {
    attempt.cancelTimer();
    attempt.silent = true;
    attempt.asked.push(this.time.read());
    attempt.socket.send(JSON.stringify({ type: 'ping' } satisfies ClientMessage));
    attempt.cancelTimer = this.#clock.after(answerWithin, () => {
      if (attempt.silent) return this.#lose();
      attempt.cancelTimer = this.#clock.after(pingEvery - answerWithin, () => this.#ping(attempt));
    });
  }

  /** The network may be back: stops waiting, and tests a connection that seems open. */
  #look(): void {
    if (this.isResting) return;
    if (this.#attempt && this.ready) {
      this.#ping(this.#attempt);
    } else {
      this.#drop();
      this.#begin();
    }
  }

  #lose(): void {
    const since = this.#attempt?.readySince ?? null;
    this.#drop();
    this.state.set(since === null ? 'offline' : 'connecting');
    if (since !== null && this.#clock.steady() - since >= goodAfter) this.#failures = 0;
    const wait = retryDelay(this.#failures, randomFraction(this.#random));
    this.#failures++;
    this.#cancelRetry = this.#clock.after(wait, () => this.#begin());
    if (since === null) this.#events.failed();
  }

  /** Another one may have been updated already: several share a database. */
  #leaveOlderServer(): void {
    this.#olderServers++;
    if (this.#olderServers === mostOlderServers) this.#endForReload();
    else this.#lose();
  }

  #endForReload(): void {
    this.#drop();
    this.isResting = true;
    this.state.set('reload');
  }

  #drop(): void {
    this.#cancelRetry();
    this.#cancelOffline();
    this.#attempt?.cancelTimer();
    const socket = this.#attempt?.socket;
    this.#attempt = null;
    socket?.close();
  }
}
