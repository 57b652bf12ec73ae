import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';

const emailSchema = z.email().check(z.maxLength(254));

/** The form in which addresses are stored and compared. */
export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase();

export function parseEmail(typed: string): Outcome<string> {
  const email = normalizeEmail(typed);
  return emailSchema.safeParse(email).success ? done(email) : refuse('email-unreadable', { field: 'email' });
}
