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

/** A message as pages get it, made once however many do. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

type ChangedMessage = Extract<ServerMessage, { type: 'changed' }>;

export function encodeChanged({ team, document }: DocumentRef, stored: StoredChange): Buffer {
  const { version, id, change, json = JSON.stringify(change), by, at, seen } = stored;
  const head: Omit<ChangedMessage, 'change'> = { type: 'changed', team, document, version, id, by, at, seen };
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"change":${json}}`);
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

export function parseMessage(data: RawData): ClientMessage | null {
  try {
    const message = z.safeParse(clientMessage, JSON.parse(String(data)));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

const marker = Buffer.from(continued);

/**
 * A long message as several: on a slow line a page sees that they arrive, where it would see nothing of the message until its
 * end, and take the connection for lost.
 */
function partsOf(text: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start);
    const part = text.subarray(start, end);
    parts.push(end < text.length ? Buffer.concat([marker, part]) : part);
    start = end;
  }
  return parts;
}

/** Not in the middle of a letter: each part is a text of its own. */
function endOfPart(text: Buffer, start: number): number {
  let end = Math.min(text.length, start + largestPart);
  while (end < text.length && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

/** In bytes. A page that has more unread is disconnected: it would fill the memory. */
const largestUnread = 32_000_000;

/** What the server sends to one page. */
export class Output {
  readonly #socket: WebSocket;
  #takesParts = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  send(message: ServerMessage): void {
    this.sendEncoded(encode(message));
  }

  sendEncoded(text: Buffer): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const parts = this.#takesParts && text.length > largestPart ? partsOf(text) : [text];
    for (const part of parts) this.#socket.send(part, { binary: false });
    if (this.buffered() > largestUnread) this.#socket.terminate();
  }

  buffered(): number {
    return this.#socket.bufferedAmount;
  }

  allowParts(): void {
    this.#takesParts = true;
  }
}

/** Unanswered messages of a page: far more than one sends. */
const largest = 50;
/** A long message counts as several, since it takes longer to check and to apply. */
const bytesPerMessage = 500;

const messagesOf = (bytes: number): number => Math.max(1, bytes / bytesPerMessage);

export type ReadThrottle = ReturnType<typeof createReadThrottle>;

/**
 * A page that sends more than it hears answers to isn't read for a while: it would fill the memory. What it sends waits in its
 * own buffers.
 */
export function createReadThrottle(socket: WebSocket) {
  let unanswered = 0;

  function count(messages: number): void {
    unanswered += messages;
    if (unanswered >= largest && !socket.isPaused) socket.pause();
    if (unanswered < largest && socket.isPaused) socket.resume();
  }

  return {
    /** Work that outlives its message has started: it counts as a message more. */
    started: () => count(1),
    received: (bytes: number) => count(messagesOf(bytes)),
    finished: (bytes = 0) => count(-messagesOf(bytes)),
  };
}
