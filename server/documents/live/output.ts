import type { WebSocket } from 'ws';
import { largestPart, type ServerMessage } from '../../../contract/live.ts';
import { encode, joinedPartsOf, partsOf, textOf } from './message.ts';

/** The network socket under a WebSocket, which frames can be written to directly. */
export interface Wire {
  /** False when much of what was written has not left yet. */
  write(frame: Buffer): boolean;
}

/** What the server sends to one page. */
export interface Output {
  send(message: ServerMessage): void;
  /** Sends an encoded message. False when some of it has not left yet. */
  sendFrame(frame: Buffer): boolean;
  /** Sends short messages in one write. */
  sendFrames(frames: readonly Buffer[]): void;
  /** Bytes that have not left yet. */
  buffered(): number;
  /** From now on, long messages are sent in parts. */
  allowParts(): void;
}

/**
 * With a `wire`, frames that many pages get are made once and written to it as they are, which costs a tenth less than
 * having each WebSocket frame them.
 */
export function createOutput(socket: WebSocket, wire: Wire | null): Output {
  let takesParts = false;

  function sendFrame(whole: Buffer): boolean {
    if (!takesParts || whole.length <= largestPart) return sendOne(whole);
    // One write for all of them.
    if (wire) return sendOne(joinedPartsOf(whole));
    for (const part of partsOf(whole)) sendOne(part);
    return socket.bufferedAmount === 0;
  }

  function sendOne(frame: Buffer): boolean {
    if (socket.readyState !== socket.OPEN) return true;
    if (wire) return wire.write(frame);
    socket.send(textOf(frame), { binary: false });
    return socket.bufferedAmount === 0;
  }

  return {
    send: (message) => void sendFrame(encode(message)),
    sendFrame,
    sendFrames(frames) {
      for (const frame of wire ? [Buffer.concat(frames)] : frames) sendOne(frame);
    },
    buffered: () => socket.bufferedAmount,
    allowParts() {
      takesParts = true;
    },
  };
}
