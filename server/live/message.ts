import type { RawData } from 'ws';
import * as z from 'zod/mini';
import { type ClientMessage, clientMessage, type ServerMessage } from '../../contract/live.ts';
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
