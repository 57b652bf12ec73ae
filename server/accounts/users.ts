import type { User } from '../../domain/team/user.ts';
import { normalizeEmail } from './email-address.ts';
import { type AccountDatabase, fromBoolean, fromInstant, toBoolean, withAccountTables } from './schema.ts';

/** The id of the account with this address, however it was typed; null if there is none. */
export async function findUserByEmail(db: AccountDatabase, email: string): Promise<string | null> {
  const row = await withAccountTables(db)
    .selectFrom('user')
    .select('id')
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The users with these ids, in no particular order. */
export async function findUsers(db: AccountDatabase, ids: readonly string[]): Promise<readonly User[]> {
  if (ids.length === 0) return [];
  return withAccountTables(db)
    .selectFrom('user')
    .select(['id', 'email', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute();
}

export async function hasUser(db: AccountDatabase, id: string): Promise<boolean> {
  return (await findUsers(db, [id])).length > 0;
}

export async function isEmailVerified(db: AccountDatabase, id: string): Promise<boolean> {
  const row = await withAccountTables(db)
    .selectFrom('user')
    .select('emailVerified')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && toBoolean(row.emailVerified);
}

/** The confirmed addresses of these accounts, by account. */
export async function confirmedAddresses(
  db: AccountDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await withAccountTables(db)
    .selectFrom('user')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('emailVerified', '=', fromBoolean(true))
    .execute();
  return new Map(rows.map(({ id, email }) => [id, normalizeEmail(email)]));
}

export async function isSecondFactorOn(db: AccountDatabase, id: string): Promise<boolean> {
  const row = await withAccountTables(db)
    .selectFrom('user')
    .select('twoFactorEnabled')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && toBoolean(row.twoFactorEnabled);
}

export async function saveNames(
  db: AccountDatabase,
  id: string,
  { firstName, lastName }: Pick<User, 'firstName' | 'lastName'>,
  now: number,
): Promise<void> {
  await withAccountTables(db)
    .updateTable('user')
    .set({ firstName, lastName, name: `${firstName} ${lastName}`, updatedAt: fromInstant(now) })
    .where('id', '=', id)
    .execute();
}

/** `isVerified` stays as it is when it is undefined. */
export async function saveEmail(
  db: AccountDatabase,
  id: string,
  { email, isVerified }: { readonly email: string; readonly isVerified?: boolean },
  now: number,
): Promise<void> {
  const emailVerified = isVerified === undefined ? undefined : fromBoolean(isVerified);
  await withAccountTables(db)
    .updateTable('user')
    .set({ email, emailVerified, updatedAt: fromInstant(now) })
    .where('id', '=', id)
    .execute();
}

/** True if the address was not verified before. */
export async function markEmailVerified(db: AccountDatabase, id: string): Promise<boolean> {
  const { numUpdatedRows } = await withAccountTables(db)
    .updateTable('user')
    .set({ emailVerified: fromBoolean(true) })
    .where('id', '=', id)
    .where('emailVerified', '=', fromBoolean(false))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Better Auth's other rows of the user go with it. */
export async function deleteUser(db: AccountDatabase, id: string): Promise<void> {
  await withAccountTables(db).deleteFrom('user').where('id', '=', id).execute();
}
