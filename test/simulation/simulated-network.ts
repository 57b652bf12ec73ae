import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { Socket, SocketEvents, Transport } from '../../client/connection/transport.ts';
import { type ClientMessage, continued, type ServerMessage } from '../../contract/live.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Changes messages on the way: each function returns what arrives instead of a message. */
export interface Tampering {
  toServer?(message: ClientMessage, device: number): readonly ClientMessage[];
  toClient?(message: ServerMessage, device: number): readonly ServerMessage[];
}

interface NetworkOptions {
  readonly time: SimulatedTime;
  readonly random: SeededRandom;
  /** Takes the server's end of a line; false when there is no server. */
  readonly accept: (socket: WebSocket, device: number) => boolean;
  readonly tampering: Tampering;
  /** What the server has said, at the moment it did. */
  readonly said?: (socket: WebSocket, text: string) => void;
}

/** The lines between pages and the server, which delay, lose, repeat and break until `heal`. */
export class SimulatedNetwork {
  readonly #options: NetworkOptions;
  readonly #lines = new Set<Line>();
  readonly #down = new Set<number>();
  readonly #reachable = new Set<{ readonly device: number; readonly listener: () => void }>();
  isHealed = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** The way out of a device. Each of its tabs has a line of its own. */
  transport(device: number): Transport {
    return {
      connect: (events) => this.#connect(device, events),
      onReachable: (listener) => {
        const entry = { device, listener };
        this.#reachable.add(entry);
        return () => this.#reachable.delete(entry);
      },
    };
  }

  isDown(device: number): boolean {
    return this.#down.has(device);
  }

  /** The device's lines break, and both ends notice. */
  cut(device: number): void {
    for (const line of this.#linesOf(device)) line.break();
  }

  /** The device's lines pass nothing on, without either end noticing. */
  hang(device: number): void {
    for (const line of this.#linesOf(device)) line.hang();
  }

  goDown(device: number): void {
    this.#down.add(device);
    this.cut(device);
  }

  comeBack(device: number): void {
    this.#down.delete(device);
    for (const each of [...this.#reachable]) if (each.device === device) each.listener();
  }

  /** The server was killed: it hears and says nothing more, and devices see their lines break. */
  serverDied(): void {
    for (const line of [...this.#lines]) line.serverDied();
  }

  /** From now on nothing is lost. Every line reconnects, so that both ends notice what was lost. */
  heal(): void {
    this.isHealed = true;
    for (const line of [...this.#lines]) line.break();
    for (const device of [...this.#down]) this.comeBack(device);
  }

  /** How long something takes to arrive. In steps of 5 ms, so that things happen at once now and then. */
  delay(): number {
    return this.isHealed ? 5 : this.#options.random.between(1, 30) * 5;
  }

  #linesOf(device: number): readonly Line[] {
    return [...this.#lines].filter((line) => line.device === device);
  }

  #connect(device: number, events: SocketEvents): Socket {
    const { time, accept } = this.#options;
    const line = new Line(this.#options, device, events, {
      isHealed: () => this.isHealed,
      delay: () => this.delay(),
      ended: () => this.#lines.delete(line),
    });
    this.#lines.add(line);
    time.after(this.delay(), () => {
      if (this.#down.has(device) || !accept(line.serverEnd, device)) line.break();
      else line.open();
    });
    return line.clientEnd;
  }
}

/** What a line knows of the network it belongs to. */
interface LineNetwork {
  isHealed(): boolean;
  delay(): number;
  ended(): void;
}

/** A connection as it lies between a page and the server: what is sent on it arrives in order, later or not at all. */
class Line {
  readonly serverEnd: WebSocket;
  readonly clientEnd: Socket;
  readonly device: number;
  readonly #options: NetworkOptions;
  readonly #events: SocketEvents;
  readonly #network: LineNetwork;
  readonly #server: ServerEnd;
  #arrival = { server: 0, client: 0 };
  #clientHears = true;
  #serverHears = true;
  #isHung = false;
  /** Of a long message to the client. */
  #parts = '';

  constructor(options: NetworkOptions, device: number, events: SocketEvents, network: LineNetwork) {
    this.device = device;
    this.#options = options;
    this.#events = events;
    this.#network = network;
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

  open(): void {
    this.#plan('client', () => this.#clientHears && this.#events.opened());
  }

  break(): void {
    if (this.#clientHears) {
      this.#clientHears = false;
      this.#options.time.after(this.#network.delay(), () => this.#events.closed());
    }
    this.#closeServerEnd();
  }

  hang(): void {
    this.#isHung = true;
  }

  /** What the server said before still arrives. */
  serverDied(): void {
    this.#server.end();
    this.#serverHears = false;
    this.#hangUp();
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
    this.#network.ended();
    this.#plan('server', () => {
      if (!this.#serverHears) return;
      this.#serverHears = false;
      this.#server.end();
    });
  }

  #toServer(text: string): void {
    const { tampering, random } = this.#options;
    if (this.#isHung || !this.#clientHears) return;
    // What gets lost takes all that follows with it, as on any TCP connection.
    if (!this.#network.isHealed() && random.happens(0.005)) {
      this.hang();
      return;
    }
    const isChange = text.startsWith('{"type":"change"');
    const copies = isChange && !this.#network.isHealed() && random.happens(0.1) ? random.between(2, 5) : 1;
    const texts = tampering.toServer
      ? tampering.toServer(JSON.parse(text), this.device).map((each) => JSON.stringify(each))
      : [text];
    for (let copy = 0; copy < copies; copy++) {
      for (const each of texts) this.#plan('server', () => this.#serverHears && this.#server.hear(each));
    }
  }

  #toClient(part: string): void {
    const { tampering, random } = this.#options;
    if (part.startsWith(continued)) {
      this.#parts += part.slice(continued.length);
      return;
    }
    const text = this.#parts + part;
    this.#parts = '';
    if (this.#isHung || !this.#clientHears) return;
    const canMiss = text.startsWith('{"type":"changed"') || text.startsWith('{"type":"accepted"');
    if (canMiss && !this.#network.isHealed() && random.happens(0.03)) return;
    const texts = tampering.toClient
      ? tampering.toClient(JSON.parse(text), this.device).map((each) => JSON.stringify(each))
      : [text];
    for (const each of texts) {
      this.#options.said?.(this.serverEnd, each);
      this.#plan('client', () => {
        if (!this.#clientHears || this.#isHung) return;
        this.#events.received(each);
      });
    }
  }

  /** Nothing overtakes what was sent before it in the same direction. */
  #plan(end: 'server' | 'client', run: () => void): void {
    const { time } = this.#options;
    const at = Math.max(this.#arrival[end], time.now + this.#network.delay());
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
    if (this.readyState === this.OPEN) this.#send(String(data));
  }

  hear(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }

  end(): void {
    if (this.readyState === this.CLOSED) return;
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
