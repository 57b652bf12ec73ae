import { passwordProvider } from './passwords.ts';
import { type AccountDatabase, fromBoolean, withAccountTables } from './schema.ts';

/**
 * Which of these people can sign in with a password alone. A passkey and the provider count as both factors, so an account
 * without a password is protected; one with a password is if it has an authenticator app.
 */
export async function findUnprotected(
  db: AccountDatabase,
  users: readonly string[],
): Promise<readonly string[]> {
  if (users.length === 0) return [];
  const rows = await withAccountTables(db)
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.userId')
    .where('account.userId', 'in', users)
    .where('account.providerId', '=', passwordProvider)
    .where((row) =>
      row.or([
        row('user.twoFactorEnabled', 'is', null),
        row('user.twoFactorEnabled', '=', fromBoolean(false)),
      ]),
    )
    .execute();
  return rows.map(({ userId }) => userId);
}
