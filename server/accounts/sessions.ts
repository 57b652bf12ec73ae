import { sql } from 'kysely';
import { revokeTokens } from '../database/access-token-tables.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry, SecurityLogStore } from '../database/store.ts';
import { repeat } from '../repeat.ts';
import {
  type AccountDatabase,
  fromBoolean,
  fromInstant,
  revokePendingProofs,
  toInstant,
  withAccountTables,
} from './account-tables.ts';

/** Instants are milliseconds since 1970. */
export async function findSession(db: AccountDatabase, id: string) {
  const row = await withAccountTables(db)
    .selectFrom('session')
    .select(['createdAt', 'expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) } : null;
}

/** Finds a session, expired or not, by its token. The query is compiled once, since every page asks after a restart. */
export function prepareSessionOfToken(db: AccountDatabase) {
  const query = withAccountTables(db)
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.createdAt', 'session.expiresAt'])
    .select(['user.email', 'user.firstName', 'user.lastName'])
    .where('session.token', '=', '')
    .compile();
  return async (token: string) => {
    const bound: typeof query = { ...query, parameters: [token] };
    const [row] = (await db.executeQuery(bound)).rows;
    if (!row) return null;
    const { id, userId, email, firstName, lastName } = row;
    const user = { id: userId, email, firstName, lastName };
    return { id, user, createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) };
  };
}

export async function deleteSession(db: AccountDatabase, id: string): Promise<void> {
  await withAccountTables(db).deleteFrom('session').where('id', '=', id).execute();
  await endPush(db, [id]);
}

/** Browsers are told of breaks as long as the session that switched it on. */
export async function endPush(db: AccountDatabase, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  await db.deleteFrom('push_subscriptions').where('session_id', 'in', sessions).execute();
}

const DAY = 86_400_000;
const LOG_LIFE = 365 * DAY;

/** Returns the ids of those that ended. `admitSession` ends those that were still being created meanwhile. */
export async function endSessions(
  db: AccountDatabase,
  user: string,
  except: string | null = null,
): Promise<readonly string[]> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from sign_outs)`;
  await db
    .insertInto('sign_outs')
    .values({ user_id: user, number })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ number }))
    .execute();
  const deleted = await withAccountTables(db)
    .deleteFrom('session')
    .where('userId', '=', user)
    .where('id', '!=', except ?? '')
    .returning('id')
    .execute();
  const ids = deleted.map(({ id }) => id);
  await endPush(db, ids);
  return ids;
}

/** Read it before checking a password, code or passkey, and pass it to `admitSession` afterwards. */
export async function lastSignOut(db: AccountDatabase): Promise<number> {
  const row = await db
    .selectFrom('sign_outs')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/**
 * False if the user was signed out everywhere since: a password may be replaced after its hash was compared. Such a session
 * is deleted here, before its cookie is sent, and so is what came with it, such as a trusted device.
 */
export const admitSession = (
  db: AccountDatabase,
  user: string,
  { since, session }: { readonly since: number; readonly session: string | null },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const later = await transaction
      .selectFrom('sign_outs')
      .select('number')
      .where('user_id', '=', user)
      .where('number', '>', since)
      .executeTakeFirst();
    if (!later) return true;
    if (session !== null) await deleteSession(transaction, session);
    await revokePendingProofs(transaction, user);
    return false;
  });

/** Call it in the transaction that does what only a signed-in user may. */
export const isSignedIn = async (db: AccountDatabase, session: string): Promise<boolean> =>
  (await findSession(db, session)) !== null;

/** Notices sign-outs by other processes, so that open pages end within two seconds. Returns how to stop. */
export async function watchSignOuts({
  db,
  onSignedOut,
  log,
}: {
  readonly db: AccountDatabase;
  /** Called for each user who was signed out everywhere, also by another process. */
  readonly onSignedOut: (user: string) => void;
  readonly log: { error(error: unknown): void };
}): Promise<() => Promise<void>> {
  let seen = await lastSignOut(db);
  let hasFailed = false;

  async function look(): Promise<void> {
    const later = db.selectFrom('sign_outs').selectAll().where('number', '>', seen).orderBy('number');
    for (const { user_id, number } of await later.execute()) {
      seen = number;
      onSignedOut(user_id);
    }
    hasFailed = false;
  }

  function logError(error: unknown): void {
    if (!hasFailed) log.error(error);
    hasFailed = true;
  }

  return repeat(look, { first: 1_000, every: 1_000, logError }).close;
}

/** Deletes expired sessions and links, and old entries of the security log, now and once a day. Returns how to stop. */
export async function startDailyCleanup({
  db,
  securityLog,
  sessionLife,
  now,
  log,
}: {
  readonly db: AccountDatabase;
  readonly securityLog: Pick<SecurityLogStore, 'removeBefore'>;
  /** How long a session lasts at most, in milliseconds. */
  readonly sessionLife: number;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}): Promise<() => Promise<void>> {
  async function cleanUp(): Promise<void> {
    const tables = withAccountTables(db);
    await tables
      .deleteFrom('session')
      .where((row) =>
        row.or([
          row('expiresAt', '<=', fromInstant(now())),
          row('createdAt', '<=', fromInstant(now() - sessionLife)),
        ]),
      )
      .execute();
    // Also of sessions that the sign-in library deleted by itself.
    await tables
      .deleteFrom('push_subscriptions')
      .where('session_id', 'not in', tables.selectFrom('session').select('id'))
      .execute();
    await tables.deleteFrom('verification').where('expiresAt', '<=', fromInstant(now())).execute();
    await db
      .deleteFrom('sign_in_attempts')
      .where('at', '<=', now() - DAY)
      .execute();
    for (const table of ['email_links', 'revoked_tokens'] as const) {
      await db.deleteFrom(table).where('expires_at', '<=', now()).execute();
    }
    await securityLog.removeBefore(now() - LOG_LIFE);
  }
  await cleanUp();
  return repeat(cleanUp, { first: DAY, every: DAY, logError: (error) => log.error(error) }).close;
}

/** Returns the ids of the sessions. Memberships stay: the account is about to be linked to the owner of its address. */
export const revokeAllAccess = (
  db: AccountDatabase,
  user: string,
  entry: SecurityLogEntry,
): Promise<readonly string[]> =>
  db.transaction().execute(async (transaction) => {
    await appendEntries(transaction, [entry]);
    await withAccountTables(transaction).deleteFrom('account').where('userId', '=', user).execute();
    await deleteSecondFactor(transaction, user);
    return revokePasskeysTokensAndSessions(transaction, user);
  });

/** Returns the ids of the sessions. The password and the second factor stay. */
export async function revokePasskeysTokensAndSessions(
  db: AccountDatabase,
  user: string,
): Promise<readonly string[]> {
  await withAccountTables(db).deleteFrom('passkey').where('userId', '=', user).execute();
  await revokeTokens(db, user);
  return endSessions(db, user);
}

/** The password alone signs in afterwards. Trusted devices are not trusted with the next authenticator app. */
export async function deleteSecondFactor(db: AccountDatabase, user: string): Promise<void> {
  const tables = withAccountTables(db);
  await tables.deleteFrom('twoFactor').where('userId', '=', user).execute();
  await tables
    .updateTable('user')
    .set({ twoFactorEnabled: fromBoolean(false) })
    .where('id', '=', user)
    .execute();
  await revokePendingProofs(db, user);
}
