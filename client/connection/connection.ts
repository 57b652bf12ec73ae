import * as z from 'zod/mini';
import { type ClientMessage, protocol, type ServerMessage, serverMessage } from '../../contract/live.ts';
import { ObservableValue } from '../observable.ts';
import type { Clock } from './clock.ts';
import { type RandomBytes, randomFraction } from './random.ts';
import { ServerTime } from './server-time.ts';

/** `reload`: the server speaks a newer protocol than this page. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'reload';

/** One connection, or the attempt at one. */
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
  /** Calls when the network may be back, or should be looked at; the answer ends that. */
  onReachable(listener: () => void): () => void;
}

/** What the connection does not deal with itself. */
export type News = Exclude<ServerMessage, { type: 'hello' | 'pong' | 'problem' }>;

export interface ConnectionEvents {
  /** The server has answered with the user: messages can be sent from here on. */
  ready(epoch: string): void;
  received(message: News): void;
  /** An attempt came to nothing: no network, no server, or nobody signed in. */
  failed(): void;
}

interface Attempt {
  readonly socket: Socket;
  /** Null until the server has said who we are. */
  readySince: number | null;
  epoch: string | null;
  /** Steady times of what the server has yet to answer: the hello, then pings. */
  readonly asked: number[];
  silent: boolean;
  cancelTimer(): void;
}

const firstRetry = 250;
const longestRetry = 5_000;
/** A connection that held this long was a good one: the next retry is quick again. */
const goodAfter = 5_000;
const giveUpAttempt = 8_000;
const offlineAfter = 3_000;
const pingEvery = 10_000;
const answerWithin = 5_000;

/** The one live connection of a page: kept up, resumed, and timed. */
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
  /** No connection is wanted. */
  #resting = true;
  #cancelRetry = () => {};
  #cancelOffline = () => {};

  constructor(parts: { transport: Transport; clock: Clock; random: RandomBytes }, events: ConnectionEvents) {
    this.#transport = parts.transport;
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#events = events;
    this.time = new ServerTime(parts.clock);
    this.#endReachable = parts.transport.onReachable(() => this.#look());
  }

  get ready(): boolean {
    return this.#attempt !== null && this.#attempt.readySince !== null;
  }

  get isResting(): boolean {
    return this.#resting;
  }

  /** Connects at the start, and again when another person signs in. */
  restart(): void {
    this.#drop();
    this.#resting = false;
    this.#failures = 0;
    this.#begin();
  }

  /** False when there is no connection to send by. */
  send(message: ClientMessage): boolean {
    if (!this.ready) return false;
    this.#attempt?.socket.send(JSON.stringify(message));
    return true;
  }

  /** Nobody is signed in: there is nothing to connect for until `restart`. */
  rest(): void {
    this.#drop();
    this.#resting = true;
    this.state.set('online');
  }

  close(): void {
    this.#drop();
    this.#resting = true;
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
      cancelTimer: this.#clock.after(giveUpAttempt, () => this.#lose()),
    };
    this.#attempt = attempt;
    if (this.state.get() === 'offline') return;
    this.state.set('connecting');
    this.#cancelOffline();
    this.#cancelOffline = this.#clock.after(offlineAfter, () => this.state.set('offline'));
  }

  #greet(attempt: Attempt): void {
    attempt.asked.push(this.#clock.steady());
    attempt.socket.send(JSON.stringify({ type: 'hello', protocol } satisfies ClientMessage));
  }

  #receive(attempt: Attempt, text: string): void {
    attempt.silent = false;
    const message = read(text);
    // What cannot be read is left out: a change that is missing then shows as a gap, and is asked for again.
    if (!message) return;
    switch (message.type) {
      case 'hello':
        attempt.epoch = message.epoch;
        this.#learn(attempt, message.now);
        if (message.protocol !== protocol) this.#endForReload();
        break;
      case 'pong':
        this.#learn(attempt, message.now);
        break;
      case 'problem':
        if (message.problem.code === 'protocol-unknown') this.#endForReload();
        break;
      default:
        this.#events.received(message);
        if (message.type === 'me' && attempt.epoch !== null && attempt.readySince === null) {
          this.#welcome(attempt, attempt.epoch);
        }
    }
  }

  #welcome(attempt: Attempt, epoch: string): void {
    attempt.readySince = this.#clock.steady();
    attempt.cancelTimer();
    attempt.cancelTimer = this.#clock.after(pingEvery, () => this.#ping(attempt));
    this.#cancelOffline();
    this.state.set('online');
    this.#events.ready(epoch);
  }

  #learn(attempt: Attempt, said: number): void {
    const askedAt = attempt.asked.shift();
    if (askedAt !== undefined) this.time.learn(askedAt, said);
  }

  #ping(attempt: Attempt): void {
    attempt.cancelTimer();
    attempt.silent = true;
    attempt.asked.push(this.#clock.steady());
    attempt.socket.send(JSON.stringify({ type: 'ping' } satisfies ClientMessage));
    attempt.cancelTimer = this.#clock.after(answerWithin, () => {
      if (attempt.silent) return this.#lose();
      attempt.cancelTimer = this.#clock.after(pingEvery - answerWithin, () => this.#ping(attempt));
    });
  }

  /** The network may be back: stops waiting, and tests a connection that seems open. */
  #look(): void {
    if (this.#resting) return;
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
    const wait = Math.min(longestRetry, firstRetry * 2 ** this.#failures);
    this.#failures++;
    this.#cancelRetry = this.#clock.after(wait * (0.5 + randomFraction(this.#random) / 2), () =>
      this.#begin(),
    );
    if (since === null) this.#events.failed();
  }

  #endForReload(): void {
    this.#drop();
    this.#resting = true;
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

function read(text: string): ServerMessage | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const message = z.safeParse(serverMessage, json);
  return message.success ? message.data : null;
}
