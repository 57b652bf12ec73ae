import { newId } from '../id.ts';
import { passwordProvider } from './passwords.ts';
import {
  type AccountDatabase,
  fromBoolean,
  fromInstant,
  toBoolean,
  toInstant,
  withAccountTables,
} from './schema.ts';
import { findUserByEmail } from './users.ts';

/** An account for import and export, with how its person signs in except second factors and passkeys. */
export interface AccountRecord {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The hash; null for an account without a password. */
  readonly password: string | null;
  /** Accounts at OpenID Connect providers that are linked to this one. */
  readonly providers: readonly { readonly provider: string; readonly account: string }[];
}

/** All or none. */
export async function insertAccounts(
  db: AccountDatabase,
  accounts: readonly AccountRecord[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const account of accounts) await insertAccount(transaction, account, now);
  });
}

/**
 * False if another account has this address. When the database's answer is lost, the account may be stored or not, so this looks,
 * and stores it again if it isn't.
 */
export async function insertNewAccount(
  db: AccountDatabase,
  account: AccountRecord,
  now: number,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await insertAccounts(db, [account], now);
      return true;
    } catch (error) {
      const owner = await findUserByEmail(db, account.email);
      if (owner !== null) return owner === account.id;
      if (attempt === 2) throw error;
    }
  }
}

async function insertAccount(db: AccountDatabase, account: AccountRecord, now: number): Promise<void> {
  const { id, email, firstName, lastName, password } = account;
  const tables = withAccountTables(db);
  const times = { createdAt: fromInstant(account.createdAt), updatedAt: fromInstant(now) };
  await tables
    .insertInto('user')
    .values({
      id,
      email,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      emailVerified: fromBoolean(account.emailVerified),
      twoFactorEnabled: fromBoolean(false),
      ...times,
    })
    .execute();
  // An account that was deleted here can be imported again.
  await db.deleteFrom('departed').where('user_id', '=', id).execute();
  const signIns = [
    ...(password === null ? [] : [{ providerId: passwordProvider, accountId: id, password }]),
    ...account.providers.map((each) => ({
      providerId: each.provider,
      accountId: each.account,
      password: null,
    })),
  ];
  for (const signIn of signIns) {
    await tables
      .insertInto('account')
      .values({ id: newId(), userId: id, ...signIn, ...times })
      .execute();
  }
}

/** The oldest first. */
export async function listAccounts(db: AccountDatabase): Promise<readonly AccountRecord[]> {
  const tables = withAccountTables(db);
  const users = await tables.selectFrom('user').selectAll().orderBy('createdAt').orderBy('id').execute();
  const signInsByUser = Map.groupBy(
    await tables.selectFrom('account').selectAll().execute(),
    ({ userId }) => userId,
  );
  return users.map(({ id, email, emailVerified, firstName, lastName, createdAt }) => {
    const signIns = signInsByUser.get(id) ?? [];
    return {
      id,
      email,
      emailVerified: toBoolean(emailVerified),
      firstName,
      lastName,
      createdAt: toInstant(createdAt),
      password: signIns.find(({ providerId }) => providerId === passwordProvider)?.password ?? null,
      providers: signIns
        .filter(({ providerId }) => providerId !== passwordProvider)
        .map(({ providerId, accountId }) => ({ provider: providerId, account: accountId })),
    };
  });
}
