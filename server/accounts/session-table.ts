import type { User } from '../../domain/team/user.ts';
import { type AccountDatabase, fromInstant, toInstant, withAccountTables } from './schema.ts';

/** Instants are milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

export async function findSession(
  db: AccountDatabase,
  id: string,
): Promise<Pick<StoredSession, 'createdAt' | 'expiresAt'> | null> {
  const row = await withAccountTables(db)
    .selectFrom('session')
    .select(['createdAt', 'expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) } : null;
}

export interface SessionOfToken {
  readonly id: string;
  readonly user: User;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Finds a session, expired or not, by its token. The query is compiled once, since every page asks after a restart. */
export function prepareSessionOfToken(
  db: AccountDatabase,
): (token: string) => Promise<SessionOfToken | null> {
  const query = withAccountTables(db)
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.createdAt', 'session.expiresAt'])
    .select(['user.email', 'user.firstName', 'user.lastName'])
    .where('session.token', '=', '')
    .compile();
  return async (token) => {
    const bound: typeof query = { ...query, parameters: [token] };
    const [row] = (await db.executeQuery(bound)).rows;
    if (!row) return null;
    const { id, userId, email, firstName, lastName } = row;
    const user = { id: userId, email, firstName, lastName };
    return { id, user, createdAt: toInstant(row.createdAt), expiresAt: toInstant(row.expiresAt) };
  };
}

/** Sessions that have not expired, the last used first. */
export async function listSessions(
  db: AccountDatabase,
  user: string,
  now: number,
): Promise<readonly StoredSession[]> {
  const rows = await withAccountTables(db)
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', user)
    .where('expiresAt', '>', fromInstant(now))
    .orderBy('updatedAt', 'desc')
    .execute();
  return rows.map(({ id, userAgent, createdAt, updatedAt, expiresAt }) => ({
    id,
    userAgent: userAgent ?? '',
    createdAt: toInstant(createdAt),
    updatedAt: toInstant(updatedAt),
    expiresAt: toInstant(expiresAt),
  }));
}

/** Gives a session another id, and another start if one is passed. */
export async function renameSession(
  db: AccountDatabase,
  { from, to, createdAt }: { readonly from: string; readonly to: string; readonly createdAt?: number },
): Promise<void> {
  await withAccountTables(db)
    .updateTable('session')
    .set({ id: to, createdAt: createdAt === undefined ? undefined : fromInstant(createdAt) })
    .where('id', '=', from)
    .execute();
  await db.updateTable('push_subscriptions').set({ session_id: to }).where('session_id', '=', from).execute();
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

/** Deletes the sessions of a user except one, and returns their ids. */
export async function deleteSessions(
  db: AccountDatabase,
  user: string,
  except: string | null,
): Promise<readonly string[]> {
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

/** Deletes a user's session, and returns its `User-Agent`; null if they have no such session. */
export async function deleteSessionOf(
  db: AccountDatabase,
  user: string,
  id: string,
): Promise<{ readonly userAgent: string } | null> {
  const row = await withAccountTables(db)
    .deleteFrom('session')
    .where('userId', '=', user)
    .where('id', '=', id)
    .returning('userAgent')
    .executeTakeFirst();
  if (row) await endPush(db, [id]);
  return row ? { userAgent: row.userAgent ?? '' } : null;
}

/** Also deletes those that began before `bornBefore`. */
export async function deleteExpiredSessions(
  db: AccountDatabase,
  { now, bornBefore }: { readonly now: number; readonly bornBefore: number },
): Promise<void> {
  await withAccountTables(db)
    .deleteFrom('session')
    .where((row) =>
      row.or([row('expiresAt', '<=', fromInstant(now)), row('createdAt', '<=', fromInstant(bornBefore))]),
    )
    .execute();
  // Also of sessions that the sign-in library deleted by itself.
  await withAccountTables(db)
    .deleteFrom('push_subscriptions')
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('session').select('id').whereRef('session.id', '=', 'push_subscriptions.session_id'),
        ),
      ),
    )
    .execute();
}
