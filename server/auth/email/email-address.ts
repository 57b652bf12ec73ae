import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';

const readable = z.email().check(z.maxLength(254));

/** How an address is compared and kept. */
export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase();

/** The address as it is kept, when it is one. */
export function parseEmail(typed: string): Outcome<string> {
  const email = normalizeEmail(typed);
  return readable.safeParse(email).success ? done(email) : refuse('email-unreadable', { field: 'email' });
}

/** The id of the account with this address, however it was typed; null when there is none. */
export async function findUserByEmail(db: AccountDatabase, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  return row?.id ?? null;
}
