import { type RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import {
  type ClientMessage,
  clientMessage,
  continued,
  largestPart,
  type ServerMessage,
} from '../../contract/live.ts';
import type { DocumentRef, StoredChange } from '../database/document-store.ts';
import type { CachedDocument } from './document-cache.ts';

/** A message as one WebSocket text frame, which can be written as it is to any number of connections. */
export const encode = (message: ServerMessage): Buffer => frameOf(JSON.stringify(message));

export function frameOf(text: string | Buffer): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  if (head > 2) frame[1] = head === 4 ? 126 : 127;
  if (typeof text === 'string') frame.write(text, head);
  else text.copy(frame, head);
  return frame;
}

export function textOf(frame: Buffer): Buffer {
  const length = frame[1] ?? 0;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}

type ChangedMessage = Extract<ServerMessage, { type: 'changed' }>;

export const encodeChanged = (ref: DocumentRef, stored: StoredChange): Buffer =>
  frameOf(changedText(ref, stored));

export function changedText({ team, document }: DocumentRef, stored: StoredChange): string {
  const { version, id, change, json = JSON.stringify(change), by, at, seen } = stored;
  const head: Omit<ChangedMessage, 'change'> = { type: 'changed', team, document, version, id, by, at, seen };
  return `${JSON.stringify(head).slice(0, -1)},"change":${json}}`;
}

/** Encoded once, and reused until the next change. */
export function encodeSnapshot(cached: CachedDocument): Buffer {
  const { team, document, version, lastChange, body } = cached;
  if (body === null) throw new Error(`${team}/${document} does not exist`);
  const id = lastChange ?? undefined;
  cached.encoded ??= encode({ type: 'snapshot', team, document, version, id, body });
  return cached.encoded;
}

export const encodeCurrent = ({ team, document, version, lastChange }: CachedDocument): Buffer =>
  encode({ type: 'current', team, document, version, id: lastChange ?? undefined });

const ping = Buffer.from('{"type":"ping"}');

/** As pages send it. Another spelling of the message is parsed like all messages. */
export const isPing = (data: RawData): boolean => Buffer.isBuffer(data) && data.equals(ping);

/** Compiling the schema takes 40 ms, which pays for itself after some thousands of messages. */
const compileAfter = 500;
let parsed = 0;
let schema: typeof clientMessage = clientMessage;

export function parseMessage(data: RawData): ClientMessage | null {
  parsed += 1;
  if (parsed === compileAfter) schema = z.compile(clientMessage);
  try {
    const message = schema.safeParse(JSON.parse(String(data)));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

const split = new WeakMap<Buffer, readonly Buffer[]>();

/**
 * A frame as several: on a slow line a page sees that they arrive, where it would see nothing of a long message until its
 * end. Pages that share a frame share its parts.
 */
function partsOf(frame: Buffer): readonly Buffer[] {
  const known = split.get(frame);
  if (known) return known;
  const text = textOf(frame);
  const parts: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start);
    const part = text.subarray(start, end);
    parts.push(frameOf(end < text.length ? Buffer.concat([marker, part]) : part));
    start = end;
  }
  split.set(frame, parts);
  return parts;
}

const joined = new WeakMap<Buffer, Buffer>();

/** The parts in one piece, made once however many pages get it. */
function joinedPartsOf(frame: Buffer): Buffer {
  const known = joined.get(frame) ?? Buffer.concat(partsOf(frame));
  joined.set(frame, known);
  return known;
}

const marker = Buffer.from(continued);

/** Not in the middle of a letter: each part is a text of its own. */
function endOfPart(text: Buffer, start: number): number {
  let end = Math.min(text.length, start + largestPart);
  while (end < text.length && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

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

  constructor(socket: WebSocket, wire: Wire | null) {
    this.#socket = socket;
    this.#wire = wire;
  }

  send(message: ServerMessage): void {
    this.sendFrame(encode(message));
  }

  /** Sends an encoded message. False when some of it has not left yet. */
  sendFrame(whole: Buffer): boolean {
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

  buffered(): number {
    return this.#socket.bufferedAmount;
  }

  allowParts(): void {
    this.#takesParts = true;
  }

  #sendOne(frame: Buffer): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return true;
    if (this.#wire) return this.#wire.write(frame);
    this.#socket.send(textOf(frame), { binary: false });
    return this.buffered() === 0;
  }
}
