import { type AccountDatabase, fromBoolean, toInstant, withAccountTables } from './schema.ts';

export interface StoredPasskey {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The oldest first. */
export async function listPasskeys(db: AccountDatabase, user: string): Promise<readonly StoredPasskey[]> {
  const rows = await withAccountTables(db)
    .selectFrom('passkey')
    .selectAll()
    .where('userId', '=', user)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? '',
    createdAt: createdAt === null ? 0 : toInstant(createdAt),
  }));
}

/** By the id that the passkey has on the person's device. */
export async function findPasskeyOwner(db: AccountDatabase, credential: string): Promise<string | null> {
  const row = await withAccountTables(db)
    .selectFrom('passkey')
    .select('userId')
    .where('credentialID', '=', credential)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** False if the user has no such passkey. */
export async function deletePasskey(db: AccountDatabase, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await withAccountTables(db)
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('userId', '=', user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePasskeys(db: AccountDatabase, user: string): Promise<void> {
  await withAccountTables(db).deleteFrom('passkey').where('userId', '=', user).execute();
}

/** Deletes the authenticator app with its backup codes. */
export async function deleteAuthenticator(db: AccountDatabase, user: string): Promise<void> {
  const tables = withAccountTables(db);
  await tables.deleteFrom('twoFactor').where('userId', '=', user).execute();
  await tables
    .updateTable('user')
    .set({ twoFactorEnabled: fromBoolean(false) })
    .where('id', '=', user)
    .execute();
}
