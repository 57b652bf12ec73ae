import * as z from 'zod/mini';
import { type ServerMessage, serverMessage } from '../../contract/live.ts';

/** Null when the text is not a valid message of the server. */
export function parseMessage(text: string): ServerMessage | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const message = z.safeParse(serverMessage, json);
  return message.success ? message.data : null;
}
