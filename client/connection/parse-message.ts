import * as z from 'zod/mini';
import { plainId } from '../../contract/changes.ts';
import { type ServerMessage, serverMessage } from '../../contract/live.ts';
import { readLeniently } from '../calls/lenient.ts';

const snapshotOf = z.object({ type: z.literal('snapshot'), team: plainId, document: plainId });

/**
 * Null when the text is not a valid message of the server. A snapshot with a body from before a rule that got stricter
 * becomes the message that the document is unreadable, so that the page can say so.
 */
export function parseMessage(text: string): ServerMessage | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  // Without some of its fields, a document or a change would be another one.
  const message = readLeniently(serverMessage, json, ['body', 'change']);
  if (message.success) return message.data;
  const unreadable = z.safeParse(snapshotOf, json);
  if (!unreadable.success) return null;
  const { team, document } = unreadable.data;
  return { type: 'gone', team, document, why: 'unreadable' };
}
