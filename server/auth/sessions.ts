import type { AccountDatabase } from './library.ts';

const DAY = 86_400_000;

/** Ends the sessions of a person, but for one that goes on; the answer names them. */
export async function endSessions(
  db: AccountDatabase,
  user: string,
  goesOn: string | null = null,
): Promise<readonly string[]> {
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', user)
    .where('id', '!=', goesOn ?? '')
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

interface Sweeping {
  readonly db: AccountDatabase;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

/** Removes sessions and links that ran out: now, and once a day. Returns how to stop. */
export async function sweepDaily({ db, now, log }: Sweeping): Promise<() => void> {
  async function sweep(): Promise<void> {
    const instant = new Date(now()).toISOString();
    await db.deleteFrom('session').where('expiresAt', '<=', instant).execute();
    await db.deleteFrom('verification').where('expiresAt', '<=', instant).execute();
  }
  await sweep();
  const timer = setInterval(() => sweep().catch((error: unknown) => log.error(error)), DAY).unref();
  return () => clearInterval(timer);
}
