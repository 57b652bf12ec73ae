import type { ServerMessage } from '../../contract/live.ts';
import type { DocumentName, StoredChange } from '../store/store.ts';
import type { WarmDocument } from './warm-documents.ts';

/** The bytes of a message, to be sent as they are to as many as one likes. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

export function encodeChanged({ team, document }: DocumentName, stored: StoredChange): Buffer {
  const { version, id, change, by, at } = stored;
  return encode({ type: 'changed', team, document, version, id, change, by, at });
}

/** Made once for all who ask before the next change. */
export function encodeSnapshot(warm: WarmDocument): Buffer {
  const { team, document, version, body } = warm;
  if (body === null) throw new Error(`${team}/${document} does not exist`);
  warm.encoded ??= encode({ type: 'snapshot', team, document, version, body });
  return warm.encoded;
}
