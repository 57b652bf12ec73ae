import { sql } from 'kysely';
import { revokeTokens } from '../database/access-token-tables.ts';
import type { SecurityLogStore } from '../database/store.ts';
import { newId } from '../id.ts';
import { repeatWork } from '../periodic-work.ts';
import {
  type AccountDatabase,
  fromBoolean,
  fromInstant,
  revokePendingProofs,
  toInstant,
  toUser,
} from './account-tables.ts';
import { deleteExpired } from './pending-proofs.ts';

/** Instants are milliseconds since 1970. */
export async function findSession(db: AccountDatabase, id: string) {
  const row = await db
    .selectFrom('session')
    .select(['createdAt', 'expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) } : null;
}

/** Finds a session, expired or not, by its token. The query is compiled once, since every page asks after a restart. */
export function prepareSessionOfToken(db: AccountDatabase) {
  const query = db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.createdAt', 'session.expiresAt'])
    .select(['user.email', 'user.firstName', 'user.lastName', 'user.language'])
    .where('session.token', '=', '')
    .compile();
  return async (token: string) => {
    const bound: typeof query = { ...query, parameters: [token] };
    const [row] = (await db.executeQuery(bound)).rows;
    if (!row) return null;
    const { id, userId, email, firstName, lastName, language } = row;
    const user = toUser({ id: userId, email, firstName, lastName, language });
    return { id, token, user, createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) };
  };
}

/** How long an unused session lasts, in milliseconds: a tablet that was sold opens nothing a month later. */
export const sessionIdleLife = 30 * 86_400_000;

/** In milliseconds: how long the session lasts by which a person says that they are at a kiosk. */
export const briefLife = 120_000;

/** Such a session is never prolonged. */
export const isBrief = ({
  createdAt,
  expiresAt,
}: {
  readonly createdAt: number;
  readonly expiresAt: number;
}) => expiresAt <= createdAt + briefLife;

const timesOf = (now: number, life = sessionIdleLife) => ({
  updatedAt: fromInstant(now),
  expiresAt: fromInstant(now + life),
});

interface NewSession {
  readonly user: string;
  readonly token: string;
  readonly browser: string;
  /** In milliseconds. */
  readonly life?: number;
}

/** Returns its id. `browser` is the User-Agent header, shortened to what identifies the browser. */
export async function insertSession(
  db: AccountDatabase,
  { user, token, browser, life }: NewSession,
  now: number,
): Promise<string> {
  const id = newId();
  const session = { id, token, userId: user, userAgent: browser.slice(0, 400) };
  await db
    .insertInto('session')
    .values({ ...session, createdAt: fromInstant(now), ...timesOf(now, life) })
    .execute();
  return id;
}

/** False if it ended. */
export async function prolongSession(
  db: AccountDatabase,
  id: string,
  now: number,
  token?: string,
): Promise<boolean> {
  const row = db
    .updateTable('session')
    .set({ ...timesOf(now), token })
    .where('id', '=', id);
  return (await row.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function deleteSession(db: AccountDatabase, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
  await endPush(db, id);
}

/** Browsers are told of breaks as long as the session that switched it on. */
export async function endPush(db: AccountDatabase, session: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', session).execute();
}

const DAY = 86_400_000;
const LOG_LIFE = 365 * DAY;

const nextSignOut = sql<number>`(select coalesce(max(number), 0) + 1 from sign_outs)`;

/** Returns how many ended. `unlessSignedOut` refuses those that are still being created meanwhile. */
export async function endSessions(db: AccountDatabase, user: string, except = ''): Promise<number> {
  await db
    .insertInto('sign_outs')
    .values({ user_id: user, number: nextSignOut })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ number: nextSignOut }))
    .execute();
  const ended = db.selectFrom('session').select('id').where('userId', '=', user).where('id', '!=', except);
  await db.deleteFrom('push_subscriptions').where('session_id', 'in', ended).execute();
  const { numDeletedRows } = await db.deleteFrom('session').where('id', 'in', ended).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Read it before checking a password, code or passkey, and pass it to `unlessSignedOut` afterwards. */
export async function lastSignOut(db: AccountDatabase): Promise<number> {
  const row = await db
    .selectFrom('sign_outs')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** The same for somebody whose sign-outs a commit has to wait for: from here on there is a row of theirs, which it can hold. */
export async function countSignOuts(db: AccountDatabase, user: string): Promise<number> {
  await db
    .insertInto('sign_outs')
    .values({ user_id: user, number: nextSignOut })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return lastSignOut(db);
}

/** Does what begins a sign-in. Null if the user was signed out everywhere since: a password may be replaced after its hash was compared. */
export const unlessSignedOut = <Result>(
  db: AccountDatabase,
  user: string,
  since: number,
  work: (transaction: AccountDatabase) => Promise<Result>,
): Promise<Result | null> =>
  db
    .transaction()
    .execute(async (transaction) =>
      (await wasSignedOut(transaction, user, since)) ? null : work(transaction),
    );

/** Everywhere, since a number of `lastSignOut`. */
export async function wasSignedOut(db: AccountDatabase, user: string, since: number): Promise<boolean> {
  const later = await db
    .selectFrom('sign_outs')
    .select('number')
    .where('user_id', '=', user)
    .where('number', '>', since)
    .executeTakeFirst();
  return later !== undefined;
}

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

  return repeatWork(look, { first: 1_000, every: 1_000, logError }).close;
}

/** What has expired would fill the disk and tell for ever who was where, so it is deleted, now and once a day. Returns how to stop. */
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
    await db
      .deleteFrom('session')
      .where((row) =>
        row.or([
          row('expiresAt', '<=', fromInstant(now())),
          row('createdAt', '<=', fromInstant(now() - sessionLife)),
        ]),
      )
      .execute();
    await db
      .deleteFrom('push_subscriptions')
      .where('session_id', 'not in', db.selectFrom('session').select('id'))
      .execute();
    await deleteExpired(db, now());
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
  return repeatWork(cleanUp, { first: DAY, every: DAY, logError: (error) => log.error(error) }).close;
}

/** The password and the second factor stay. */
export async function revokePasskeysTokensAndSessions(db: AccountDatabase, user: string): Promise<void> {
  await db.deleteFrom('passkey').where('userId', '=', user).execute();
  await revokeTokens(db, user);
  await endSessions(db, user);
}

/** The password alone signs in afterwards. Trusted devices are not trusted with the next authenticator app. */
export async function deleteSecondFactor(db: AccountDatabase, user: string): Promise<void> {
  await db.deleteFrom('twoFactor').where('userId', '=', user).execute();
  await db
    .updateTable('user')
    .set({ twoFactorEnabled: fromBoolean(false) })
    .where('id', '=', user)
    .execute();
  await revokePendingProofs(db, user);
}
