import * as z from 'zod/mini';
import { type Envelope, envelope } from '../../contract/changes.ts';
import { largestMessage } from '../../contract/live.ts';
import { applyNew } from '../../domain/change/budget.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';

/** Room for the fields of the message around the change, in bytes. */
const messageOverhead = 1_000;

/**
 * Refuses a change for which the server would close the connection, again at each resend. If the change breaks a rule,
 * the problem of that rule explains better what is wrong.
 */
export function checkSendable(made: Envelope, body: DocumentBody | null): Outcome<null> {
  const fits = byteLength(made) <= largestMessage - messageOverhead;
  if (fits && z.safeParse(envelope, made).success) return done(null);
  const applied = applyNew(body, made.change);
  return applied.ok ? refuse('request-invalid') : applied;
}

/** Bytes of the value as JSON in UTF-8. Exact only for values that may be too large. */
function byteLength(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length * 3 < largestMessage ? text.length : new TextEncoder().encode(text).length;
}
