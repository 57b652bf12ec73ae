import { hashOf, newSecret } from './random-secret.ts';
import type { AccountDatabase } from './schema.ts';
import { findUserByEmail } from './users.ts';
import {
  deleteVerifications,
  hasVerification,
  insertVerification,
  takeVerification,
} from './verifications.ts';

export const resetLinkMinutes = 30;

/** Anyone who has the link can choose a new password, once. */
export const resetLinkPath = (token: string): string => `/reset/${token}`;

/** A link that was emailed proves who owns the address; one that an operator passed on does not. */
type SentBy = 'email' | 'operator';

const prefix = 'reset-link:';
const identifierOf = (token: string, sentBy: SentBy): string =>
  sentBy === 'email' ? `${prefix}mailed:${hashOf(token)}` : `${prefix}${hashOf(token)}`;
const identifiersOf = (token: string) => [identifierOf(token, 'email'), identifierOf(token, 'operator')];

/** The secret of a new link; null if no account has this address. Only its hash is stored. */
export async function issueResetLink(
  db: AccountDatabase,
  { email, sentBy, now }: { readonly email: string; readonly sentBy: SentBy; readonly now: number },
): Promise<string | null> {
  const user = await findUserByEmail(db, email);
  if (user === null) return null;
  const token = newSecret();
  const expiresAt = now + resetLinkMinutes * 60_000;
  await insertVerification(db, { identifier: identifierOf(token, sentBy), user }, { now, expiresAt });
  return token;
}

export const isResetLinkValid = (db: AccountDatabase, token: string, now: number): Promise<boolean> =>
  hasVerification(db, identifiersOf(token), now);

/** Uses the link up; null for all but the first caller. */
export async function consumeResetLink(
  db: AccountDatabase,
  token: string,
): Promise<{ readonly user: string; readonly sentBy: SentBy } | null> {
  const used = await takeVerification(db, identifiersOf(token));
  if (!used) return null;
  return { user: used.user, sentBy: used.identifier === identifierOf(token, 'email') ? 'email' : 'operator' };
}

export const revokeResetLinks = (db: AccountDatabase, user: string): Promise<void> =>
  deleteVerifications(db, user, prefix);
