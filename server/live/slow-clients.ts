import { WebSocket } from 'ws';
import { continued, largestPart, type ServerMessage } from '../../contract/live.ts';
import { encode } from './feed.ts';

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
