import type { RawData } from 'ws';
import { type ClientMessage, clientMessage, type ServerMessage } from '../../../contract/live.ts';
import type { DocumentRef, StoredChange } from '../../store/document-store.ts';
import type { CachedDocument } from '../document-cache.ts';

/** A message as one WebSocket text frame, which can be written as it is to any number of connections. */
export function encode(message: ServerMessage): Buffer {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  if (head > 2) frame[1] = head === 4 ? 126 : 127;
  frame.write(text, head);
  return frame;
}

/** The text inside a frame made by `encode`. */
export function textOf(frame: Buffer): Buffer {
  const length = frame[1] ?? 0;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}

export function encodeChanged({ team, document }: DocumentRef, stored: StoredChange): Buffer {
  const { version, id, change, by, at } = stored;
  return encode({ type: 'changed', team, document, version, id, change, by, at });
}

/** Encoded once, and reused until the next change. */
export function encodeSnapshot(cached: CachedDocument): Buffer {
  const { team, document, version, lastChange, body } = cached;
  if (body === null) throw new Error(`${team}/${document} does not exist`);
  const id = lastChange ?? undefined;
  cached.encoded ??= encode({ type: 'snapshot', team, document, version, id, body });
  return cached.encoded;
}

/** Says that a watcher has the document's version. */
export const encodeCurrent = ({ team, document, version, lastChange }: CachedDocument): Buffer =>
  encode({ type: 'current', team, document, version, id: lastChange ?? undefined });

const ping = Buffer.from('{"type":"ping"}');

/** As pages send it. Another spelling of the message is parsed like all messages. */
export const isPing = (data: RawData): boolean => Buffer.isBuffer(data) && data.equals(ping);

/** Null when the data is not a valid message. */
export function parseMessage(data: RawData): ClientMessage | null {
  try {
    const message = clientMessage.safeParse(JSON.parse(String(data)));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}
