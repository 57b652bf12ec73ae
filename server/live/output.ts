import { WebSocket } from 'ws';
import { largestPart, type ServerMessage } from '../../contract/live.ts';
import { encode, joinedPartsOf, partsOf, textOf } from './message.ts';

/** The network socket under a WebSocket, which frames can be written to directly. */
export interface Wire {
  /** False when much of what was written has not left yet. */
  write(frame: Buffer): boolean;
}

/**
 * What the server sends to one page. With a `wire`, frames that many pages get are made once and written to it as they are,
 * which costs a tenth less than having each WebSocket frame them. A class, since a change is sent to a thousand pages by
 * loading a few objects of each from memory: closures would be more of them.
 */
export class Output {
  readonly #socket: WebSocket;
  readonly #wire: Wire | null;
  #takesParts = false;
  #isReadable: ((frame: Buffer) => boolean) | null = null;

  constructor(socket: WebSocket, wire: Wire | null) {
    this.#socket = socket;
    this.#wire = wire;
  }

  send(message: ServerMessage): void {
    this.sendFrame(encode(message));
  }

  /** Sends an encoded message. False when some of it has not left yet. */
  sendFrame(whole: Buffer): boolean {
    if (this.#isReadable && !this.#isReadable(whole)) return true;
    if (!this.#takesParts || whole.length <= largestPart) return this.#sendOne(whole);
    // One write for all of them.
    if (this.#wire) return this.#sendOne(joinedPartsOf(whole));
    for (const part of partsOf(whole)) this.#sendOne(part);
    return this.buffered() === 0;
  }

  /** Sends short messages in one write. */
  sendFrames(frames: readonly Buffer[]): void {
    for (const frame of this.#wire ? [Buffer.concat(frames)] : frames) this.#sendOne(frame);
  }

  /** Bytes that have not left yet. */
  buffered(): number {
    return this.#socket.bufferedAmount;
  }

  /** From now on, long messages are sent in parts. */
  allowParts(): void {
    this.#takesParts = true;
  }

  /** From now on, other messages are left out. */
  sendOnly(isReadable: (frame: Buffer) => boolean): void {
    this.#isReadable = isReadable;
  }

  #sendOne(frame: Buffer): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return true;
    if (this.#wire) return this.#wire.write(frame);
    this.#socket.send(textOf(frame), { binary: false });
    return this.buffered() === 0;
  }
}
