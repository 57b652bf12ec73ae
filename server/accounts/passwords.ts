import { newId } from '../id.ts';
import { type AccountDatabase, fromInstant, withAccountTables } from './schema.ts';

/** Better Auth's `providerId` of a password. */
export const passwordProvider = 'credential';

/** Null for an account without a password. */
export async function findPasswordHash(db: AccountDatabase, user: string): Promise<string | null> {
  const row = await withAccountTables(db)
    .selectFrom('account')
    .select('password')
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function savePasswordHash(
  db: AccountDatabase,
  user: string,
  hash: string,
  now: number,
): Promise<void> {
  const tables = withAccountTables(db);
  const at = fromInstant(now);
  const changed = await tables
    .updateTable('account')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await tables
    .insertInto('account')
    .values({
      id: newId(),
      userId: user,
      accountId: user,
      providerId: passwordProvider,
      password: hash,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** False if the stored hash is another one by now. */
export async function replacePasswordHash(
  db: AccountDatabase,
  user: string,
  { before, after }: { readonly before: string; readonly after: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await withAccountTables(db)
    .updateTable('account')
    .set({ password: after, updatedAt: fromInstant(now) })
    .where('userId', '=', user)
    .where('providerId', '=', passwordProvider)
    .where('password', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isLinkedToOidc(db: AccountDatabase, user: string): Promise<boolean> {
  const row = await withAccountTables(db)
    .selectFrom('account')
    .select('id')
    .where('userId', '=', user)
    .where('providerId', '!=', passwordProvider)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasswordAndOidcLinks(db: AccountDatabase, user: string): Promise<void> {
  await withAccountTables(db).deleteFrom('account').where('userId', '=', user).execute();
}
