import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem.ts';

const readable = z.email().check(z.maxLength(254));

/** How an address is compared and kept. */
export const plainEmail = (typed: string): string => typed.trim().toLowerCase();

/** The address as it is kept, when it is one. */
export function readEmail(typed: string): Outcome<string> {
  const email = plainEmail(typed);
  return readable.safeParse(email).success ? done(email) : refuse('email-unreadable', { field: 'email' });
}
