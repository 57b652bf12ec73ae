import { sql } from 'kysely';
import type { SecurityLogStore } from '../database/security-log-store.ts';
import { revokePendingProofs } from './pending-proofs.ts';
import type { AccountDatabase } from './schema.ts';
import { deleteExpiredSessions, deleteSession, deleteSessions, findSession } from './session-table.ts';
import { deleteExpiredVerifications } from './verifications.ts';

const DAY = 86_400_000;
/** How long the security log is kept. */
const LOG_LIFE = 365 * DAY;

/**
 * Ends a user's sessions except `except`, and returns their ids. `admitSession` ends those that were still being created
 * meanwhile.
 */
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
  return deleteSessions(db, user, except);
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
 * False if the user was signed out everywhere since. A password that is right while its hash is compared may have been
 * replaced by the time the session is created, after `endSessions` ran. Such a session is deleted here, before its cookie is
 * sent, and so is what came with it, such as a trusted device.
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

interface SignOutWatchDependencies {
  readonly db: AccountDatabase;
  /** Called for each user who was signed out everywhere, also by another process. */
  readonly onSignedOut: (user: string) => void;
  readonly log: { error(error: unknown): void };
  /** In milliseconds. */
  readonly interval?: number;
}

/**
 * Notices sign-outs that another process made, such as a command of the operator, so that open pages end within two seconds.
 * Returns how to stop.
 */
export async function watchSignOuts({
  db,
  onSignedOut,
  log,
  interval = 1_000,
}: SignOutWatchDependencies): Promise<() => void> {
  let seen = await lastSignOut(db);
  let isLooking = false;
  let hasFailed = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const later = db.selectFrom('sign_outs').selectAll().where('number', '>', seen).orderBy('number');
      for (const { user_id, number } of await later.execute()) {
        seen = number;
        onSignedOut(user_id);
      }
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error(error);
      hasFailed = true;
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(() => void look(), interval).unref();
  return () => clearInterval(timer);
}

interface CleanupDependencies {
  readonly db: AccountDatabase;
  readonly securityLog: Pick<SecurityLogStore, 'removeBefore'>;
  /** How long a session lasts at most, in milliseconds. */
  readonly sessionLife: number;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

/** Deletes expired sessions and links, and old entries of the security log, now and once a day. Returns how to stop. */
export async function startDailyCleanup({
  db,
  securityLog,
  sessionLife,
  now,
  log,
}: CleanupDependencies): Promise<() => void> {
  async function cleanUp(): Promise<void> {
    await deleteExpiredSessions(db, { now: now(), bornBefore: now() - sessionLife });
    await deleteExpiredVerifications(db, now());
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
  const timer = setInterval(() => cleanUp().catch((error: unknown) => log.error(error)), DAY).unref();
  return () => clearInterval(timer);
}
