import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import { isLanguage, type Language } from '../../words/words.ts';
import type { StoredBoolean, StoredInstant, Tables } from '../database/tables.ts';
import { newId } from '../id.ts';

export const passwordProvider = 'credential';
/** What the accounts of the provider's people are stored under, and so the end of its callback address. */
export const oidcProvider = 'oidc';

/** A transaction is one as well. */
export type AccountDatabase = Kysely<Tables>;

export const toBoolean = (stored: StoredBoolean | null): boolean => stored === true || stored === 1;

/** SQLite cannot bind booleans; PostgreSQL reads 0 and 1 as booleans too. */
export const fromBoolean = (value: boolean): number => (value ? 1 : 0);

/** Milliseconds since 1970. */
export const toInstant = (stored: StoredInstant): number => new Date(stored).getTime();

export const fromInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

export async function findUserByEmail(db: AccountDatabase, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A language of a later version counts as none. */
export function toUser<Row extends { readonly language: string | null }>({ language, ...user }: Row) {
  return { ...user, ...(isLanguage(language) && { language }) };
}

export async function findUsers(db: AccountDatabase, ids: readonly string[]): Promise<readonly User[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email', 'firstName', 'lastName', 'language'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(toUser);
}

/** The one that the person of this address chose, if there is one. */
export async function languageAt(db: AccountDatabase, email: string): Promise<Language | undefined> {
  const row = await db
    .selectFrom('user')
    .select('language')
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  return isLanguage(row?.language) ? row.language : undefined;
}

export async function hasUser(db: AccountDatabase, id: string): Promise<boolean> {
  return (await findUsers(db, [id])).length > 0;
}

export async function findProofs(
  db: AccountDatabase,
  id: string,
): Promise<{ readonly isVerified: boolean; readonly hasSecondFactor: boolean }> {
  const row = await db
    .selectFrom('user')
    .select(['emailVerified', 'twoFactorEnabled'])
    .where('id', '=', id)
    .executeTakeFirst();
  return {
    isVerified: toBoolean(row?.emailVerified ?? null),
    hasSecondFactor: toBoolean(row?.twoFactorEnabled ?? null),
  };
}

export async function confirmedAddresses(
  db: AccountDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('emailVerified', '=', fromBoolean(true))
    .execute();
  return new Map(rows.map(({ id, email }) => [id, normalizeEmail(email)]));
}

/** `isVerified` stays as it is when it is undefined. */
export async function saveEmail(
  db: AccountDatabase,
  id: string,
  { email, isVerified }: { readonly email: string; readonly isVerified?: boolean },
  now: number,
): Promise<void> {
  const emailVerified = isVerified === undefined ? undefined : fromBoolean(isVerified);
  await db
    .updateTable('user')
    .set({ email, emailVerified, updatedAt: fromInstant(now) })
    .where('id', '=', id)
    .execute();
}

export interface AccountRecord {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly language?: Language;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly password: string | null;
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

/** Returns the new id; null if another account has this address. When the database's answer is lost, it looks, and stores the account again. */
export async function insertNewAccount(
  db: AccountDatabase,
  account: Omit<AccountRecord, 'id' | 'createdAt'>,
  now: number,
): Promise<string | null> {
  const record = { ...account, id: newId(), createdAt: now };
  for (let attempt = 1; ; attempt++) {
    try {
      await insertAccounts(db, [record], now);
      return record.id;
    } catch (error) {
      const owner = await findUserByEmail(db, account.email);
      if (owner !== null) return owner === record.id ? owner : null;
      if (attempt === 2) throw error;
    }
  }
}

async function insertAccount(db: AccountDatabase, account: AccountRecord, now: number): Promise<void> {
  const { id, email, firstName, lastName, language = null, password } = account;
  const times = { createdAt: fromInstant(account.createdAt), updatedAt: fromInstant(now) };
  await db
    .insertInto('user')
    .values({
      id,
      email,
      firstName,
      lastName,
      language,
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
    ...account.providers.map((each) => ({ providerId: each.provider, accountId: each.account })),
  ];
  for (const signIn of signIns) await insertSignIn(db, id, signIn, now);
}

/** A way to sign in: a password, or an account at the provider. */
export async function insertSignIn(
  db: AccountDatabase,
  userId: string,
  signIn: { readonly providerId: string; readonly accountId: string; readonly password?: string },
  now: number,
): Promise<void> {
  const times = { createdAt: fromInstant(now), updatedAt: fromInstant(now) };
  await db
    .insertInto('account')
    .values({ id: newId(), userId, ...signIn, ...times })
    .execute();
}

/** The oldest first. */
export async function listAccounts(db: AccountDatabase): Promise<readonly AccountRecord[]> {
  const users = await db.selectFrom('user').selectAll().orderBy('createdAt').orderBy('id').execute();
  const signInsByUser = Map.groupBy(
    await db.selectFrom('account').selectAll().execute(),
    ({ userId }) => userId,
  );
  return users.map(({ id, email, emailVerified, firstName, lastName, language, createdAt }) => {
    const signIns = signInsByUser.get(id) ?? [];
    return {
      id,
      email,
      emailVerified: toBoolean(emailVerified),
      firstName,
      lastName,
      ...(isLanguage(language) && { language }),
      createdAt: toInstant(createdAt),
      password: signIns.find(({ providerId }) => providerId === passwordProvider)?.password ?? null,
      providers: signIns
        .filter(({ providerId }) => providerId !== passwordProvider)
        .map(({ providerId, accountId }) => ({ provider: providerId, account: accountId })),
    };
  });
}

/** Reset links, sign-ins that wait for their second factor, and trusted devices. */
export async function deleteVerifications(db: AccountDatabase, user: string, prefix = ''): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', '=', user)
    .where('identifier', 'like', `${prefix}%`)
    .execute();
}

/** Ends what earlier proofs started or allow: links in email, sign-ins waiting for a second factor, trusted devices. */
export async function revokePendingProofs(db: AccountDatabase, user: string): Promise<void> {
  await deleteVerifications(db, user);
  await db.deleteFrom('email_links').where('user_id', '=', user).execute();
}

const emailSchema = z.email().check(z.maxLength(254));

export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase();

export function parseEmail(typed: string): Outcome<string> {
  const email = normalizeEmail(typed);
  return emailSchema.safeParse(email).success ? done(email) : refuse('email-unreadable', { field: 'email' });
}

/** A passkey and the provider count as both factors, so an account without a password is protected. */
export async function findUnprotected(
  db: AccountDatabase,
  users: readonly string[],
): Promise<readonly string[]> {
  if (users.length === 0) return [];
  const rows = await db
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
