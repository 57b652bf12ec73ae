import { newId } from '../id.ts';
import { type AccountDatabase, fromInstant, withAccountTables } from './schema.ts';

/**
 * What proves something about a user for a limited time: reset links of ours, and of Better Auth's a sign-in that waits for
 * its second factor, and trusted devices.
 */
export interface Verification {
  readonly identifier: string;
  readonly user: string;
}

export async function insertVerification(
  db: AccountDatabase,
  { identifier, user }: Verification,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<void> {
  const at = fromInstant(now);
  await withAccountTables(db)
    .insertInto('verification')
    .values({
      id: newId(),
      identifier,
      value: user,
      createdAt: at,
      updatedAt: at,
      expiresAt: fromInstant(expiresAt),
    })
    .execute();
}

/** Whether one with any of these identifiers hasn't expired. */
export async function hasVerification(
  db: AccountDatabase,
  identifiers: readonly string[],
  now: number,
): Promise<boolean> {
  const row = await withAccountTables(db)
    .selectFrom('verification')
    .select('id')
    .where('identifier', 'in', identifiers)
    .where('expiresAt', '>', fromInstant(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes it and returns what it was; null for all but the first caller. */
export async function takeVerification(
  db: AccountDatabase,
  identifiers: readonly string[],
): Promise<Verification | null> {
  const row = await withAccountTables(db)
    .deleteFrom('verification')
    .where('identifier', 'in', identifiers)
    .returning(['identifier', 'value'])
    .executeTakeFirst();
  return row ? { identifier: row.identifier, user: row.value } : null;
}

/** A user's verifications whose identifier begins with `prefix`. */
export async function deleteVerifications(db: AccountDatabase, user: string, prefix = ''): Promise<void> {
  await withAccountTables(db)
    .deleteFrom('verification')
    .where('value', '=', user)
    .where('identifier', 'like', `${prefix}%`)
    .execute();
}

export async function deleteExpiredVerifications(db: AccountDatabase, now: number): Promise<void> {
  await withAccountTables(db).deleteFrom('verification').where('expiresAt', '<=', fromInstant(now)).execute();
}
