import { newId } from '../../id.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { byPassword } from '../password/stored-password.ts';

/** An account as it is moved in and out, with everything by which its person signs in but for second factors and passkeys. */
export interface AccountRecord {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The kept text; null for who has none. */
  readonly password: string | null;
  /** Accounts at OpenID Connect providers that sign in. */
  readonly providers: readonly { readonly provider: string; readonly account: string }[];
}

/** All or none. */
export async function insertAccounts(
  db: AccountDatabase,
  accounts: readonly AccountRecord[],
  now: number,
): Promise<void> {
  const updatedAt = new Date(now).toISOString();
  await db.transaction().execute(async (transaction) => {
    for (const { password, providers, createdAt: at, emailVerified, ...person } of accounts) {
      const createdAt = new Date(at).toISOString();
      const { id: userId, firstName, lastName } = person;
      const user = {
        ...person,
        name: `${firstName} ${lastName}`,
        emailVerified: emailVerified ? 1 : 0,
        twoFactorEnabled: 0,
        createdAt,
        updatedAt,
      };
      await transaction.insertInto('user').values(user).execute();
      // Whose account was deleted here may be moved in once more.
      await transaction.deleteFrom('departed').where('user_id', '=', userId).execute();
      const ways = [
        ...(password === null ? [] : [{ providerId: byPassword, accountId: userId, password }]),
        ...providers.map(({ provider, account }) => ({
          providerId: provider,
          accountId: account,
          password: null,
        })),
      ];
      for (const way of ways) {
        const account = { id: newId(), userId, ...way, createdAt, updatedAt };
        await transaction.insertInto('account').values(account).execute();
      }
    }
  });
}

/** Everybody, in the order they came. */
export async function listAccounts(db: AccountDatabase): Promise<readonly AccountRecord[]> {
  const users = await db.selectFrom('user').selectAll().orderBy('createdAt').orderBy('id').execute();
  const ways = Map.groupBy(await db.selectFrom('account').selectAll().execute(), ({ userId }) => userId);
  return users.map(({ id, email, emailVerified, firstName, lastName, createdAt }) => {
    const own = ways.get(id) ?? [];
    return {
      id,
      email,
      emailVerified: emailVerified === 1,
      firstName,
      lastName,
      createdAt: Date.parse(createdAt),
      password: own.find(({ providerId }) => providerId === byPassword)?.password ?? null,
      providers: own
        .filter(({ providerId }) => providerId !== byPassword)
        .map(({ providerId, accountId }) => ({ provider: providerId, account: accountId })),
    };
  });
}
