import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { Socket, SocketEvents, Transport } from '../../client/connection/connection.ts';
import { type ClientMessage, continued, type ServerMessage } from '../../contract/live.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Changes messages on the way: each function returns what arrives instead of a message. */
export interface Tampering {
  toServer?(message: ClientMessage, page: number): readonly ClientMessage[];
  toClient?(message: ServerMessage, page: number): readonly ServerMessage[];
}

interface NetworkOptions {
  readonly time: SimulatedTime;
  readonly random: SeededRandom;
  /** Takes the server's end of a line; false when there is no server. */
  readonly accept: (socket: WebSocket, page: number) => boolean;
  readonly heard: (message: string, page: number) => void;
  readonly tampering: Tampering;
}

/** The lines between pages and the server, which delay, lose, repeat and break until `heal`. */
export class SimulatedNetwork {
  readonly #options: NetworkOptions;
  readonly #lines = new Map<number, Line>();
  readonly #down = new Set<number>();
  readonly #reachable = new Map<number, () => void>();
  #isHealed = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  transport(page: number): Transport {
    return {
      connect: (events) => this.#connect(page, events),
      onReachable: (listener) => {
        this.#reachable.set(page, listener);
        return () => this.#reachable.delete(page);
      },
    };
  }

  isDown(page: number): boolean {
    return this.#down.has(page);
  }

  /** The line breaks, and both ends notice. */
  cut(page: number): void {
    this.#lines.get(page)?.break();
  }

  /** The line passes nothing on, without either end noticing. */
  hang(page: number): void {
    this.#lines.get(page)?.hang();
  }

  goDown(page: number): void {
    this.#down.add(page);
    this.cut(page);
  }

  comeBack(page: number): void {
    this.#down.delete(page);
    this.#reachable.get(page)?.();
  }

  /** From now on nothing is lost. Every line reconnects, so that both ends notice what was lost. */
  heal(): void {
    this.#isHealed = true;
    for (const line of this.#lines.values()) line.break();
    for (const page of [...this.#down]) this.comeBack(page);
  }

  #connect(page: number, events: SocketEvents): Socket {
    const { time, accept } = this.#options;
    const line = new Line(this.#options, page, events, () => this.#isHealed);
    this.#lines.set(page, line);
    time.after(line.delay(), () => {
      if (this.#down.has(page) || !accept(line.serverEnd, page)) line.break();
      else line.open();
    });
    return line.clientEnd;
  }
}

/** A connection as it lies between a page and the server: what is sent on it arrives in order, later or not at all. */
class Line {
  readonly serverEnd: WebSocket;
  readonly clientEnd: Socket;
  readonly #options: NetworkOptions;
  readonly #page: number;
  readonly #events: SocketEvents;
  readonly #isHealed: () => boolean;
  readonly #server: ServerEnd;
  #arrival = { server: 0, client: 0 };
  #clientHears = true;
  #serverHears = true;
  #isHung = false;
  /** Of a long message to the client. */
  #parts = '';

  constructor(options: NetworkOptions, page: number, events: SocketEvents, isHealed: () => boolean) {
    this.#options = options;
    this.#page = page;
    this.#events = events;
    this.#isHealed = isHealed;
    this.#server = new ServerEnd(
      (text) => this.#toClient(text),
      () => this.#hangUp(),
    );
    this.serverEnd = this.#server as unknown as WebSocket;
    this.clientEnd = {
      send: (text) => this.#toServer(text),
      close: () => {
        this.#clientHears = false;
        this.#closeServerEnd();
      },
    };
  }

  /** In steps of 5 ms, so that things happen at once now and then. */
  delay(): number {
    return this.#isHealed() ? 5 : this.#options.random.between(1, 30) * 5;
  }

  open(): void {
    this.#plan('client', () => this.#clientHears && this.#events.opened());
  }

  break(): void {
    if (this.#clientHears) {
      this.#clientHears = false;
      this.#options.time.after(this.delay(), () => this.#events.closed());
    }
    this.#closeServerEnd();
  }

  hang(): void {
    this.#isHung = true;
  }

  /** By the server: what it said before still arrives. */
  #hangUp(): void {
    this.#plan('client', () => {
      if (!this.#clientHears) return;
      this.#clientHears = false;
      this.#events.closed();
    });
    this.#closeServerEnd();
  }

  /** What was sent before the line broke may still reach the server, even after the page is back on another line. */
  #closeServerEnd(): void {
    this.#plan('server', () => {
      if (!this.#serverHears) return;
      this.#serverHears = false;
      this.#server.end();
    });
  }

  #toServer(text: string): void {
    const { tampering, random } = this.#options;
    if (this.#isHung || !this.#clientHears) return;
    if (!this.#isHealed() && random.happens(0.01)) return;
    const isChange = text.startsWith('{"type":"change"');
    const copies = isChange && !this.#isHealed() && random.happens(0.1) ? random.between(2, 5) : 1;
    const texts = tampering.toServer
      ? tampering.toServer(JSON.parse(text), this.#page).map((each) => JSON.stringify(each))
      : [text];
    for (let copy = 0; copy < copies; copy++) {
      for (const each of texts) this.#plan('server', () => this.#serverHears && this.#server.hear(each));
    }
  }

  #toClient(part: string): void {
    const { tampering, random, heard } = this.#options;
    if (part.startsWith(continued)) {
      this.#parts += part.slice(continued.length);
      return;
    }
    const text = this.#parts + part;
    this.#parts = '';
    if (this.#isHung || !this.#clientHears) return;
    const canMiss = text.startsWith('{"type":"changed"') || text.startsWith('{"type":"accepted"');
    if (canMiss && !this.#isHealed() && random.happens(0.03)) return;
    const texts = tampering.toClient
      ? tampering.toClient(JSON.parse(text), this.#page).map((each) => JSON.stringify(each))
      : [text];
    for (const each of texts) {
      this.#plan('client', () => {
        if (!this.#clientHears || this.#isHung) return;
        heard(each, this.#page);
        this.#events.received(each);
      });
    }
  }

  /** Nothing overtakes what was sent before it in the same direction. */
  #plan(end: 'server' | 'client', run: () => void): void {
    const { time } = this.#options;
    const at = Math.max(this.#arrival[end], time.now + this.delay());
    this.#arrival[end] = at;
    time.after(at - time.now, run);
  }
}

/** As much of a `ws` socket as the server uses. */
class ServerEnd extends EventEmitter {
  readonly OPEN = 1;
  readonly CLOSED = 3;
  readyState = 1;
  readonly bufferedAmount = 0;
  readonly isPaused = false;
  readonly #send: (text: string) => void;
  readonly #hangUp: () => void;

  constructor(send: (text: string) => void, hangUp: () => void) {
    super();
    this.#send = send;
    this.#hangUp = hangUp;
  }

  send(data: Buffer): void {
    this.#send(String(data));
  }

  hear(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }

  end(): void {
    this.readyState = this.CLOSED;
    this.emit('close');
  }

  close(): void {
    this.#hangUp();
  }

  terminate(): void {
    this.#hangUp();
  }

  pause(): void {}
  resume(): void {}
  ping(): void {}
}
