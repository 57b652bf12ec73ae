import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { hashOf } from '../random-secret.ts';
import type { KnownDevices } from './known-devices.ts';

const DAY = 86_400_000;
/** However long somebody guesses, the next try is never further away than this, in milliseconds. */
const LONGEST = 900_000;
const MOST_KEPT = 50_000;

/** Who tries a password, and from where. */
export interface Trying {
  readonly email: string;
  /** As `Proxies.placeOf` tells it. */
  readonly place: string;
  readonly cookie: string | undefined;
}

/** A try that was let through. */
export interface Attempt {
  /** The password was right: the try does not count. */
  succeeded(): Promise<void>;
}

/**
 * Slows down guessing of passwords, the more the longer it goes on. Tries are counted before the password is looked at,
 * and kept over a restart.
 */
export interface Attempts {
  /**
   * At sign-in. A device that this person signed in on before is counted by itself, so that strangers who guess cannot
   * lock it out. All others are counted by their place, and all of them together.
   */
  signIn(trying: Trying): Promise<Outcome<Attempt>>;
  /** Of someone signed in who shows that it is them. Each session is counted by itself. */
  proof(session: string, field: string): Promise<Outcome<Attempt>>;
  /** Strangers begin anew at this account: it has another password now. */
  forget(email: string): Promise<void>;
}

interface Bucket {
  readonly key: string;
  /** Tries in a row that do not wait. */
  readonly free: number;
  /** How long the first wait is, in milliseconds; each is twice the one before. */
  readonly wait: number;
  /** Of many people, of whom one who is right says nothing about the others. */
  readonly isShared: boolean;
}

const one = (...named: string[]): Bucket => ({
  key: hashOf(JSON.stringify(named)),
  free: 10,
  wait: 6_000,
  isShared: false,
});
const everyone = (email: string): Bucket => ({
  key: hashOf(JSON.stringify(['all', email])),
  free: 30,
  wait: 2_000,
  isShared: true,
});

interface Parts {
  readonly db: AccountDatabase;
  readonly devices: Pick<KnownDevices, 'find'>;
  readonly now: () => number;
}

export function createSignInThrottle({ db, devices, now }: Parts): Attempts {
  /** Refused while one of the buckets waits; else it counts in all of them. */
  const begin = (buckets: readonly Bucket[], field?: string): Promise<Outcome<Attempt>> =>
    db.transaction().execute(async (transaction) => {
      const keys = buckets.map(({ key }) => key);
      const rows = await transaction
        .selectFrom('sign_in_attempts')
        .selectAll()
        .where('key', 'in', keys)
        .where('at', '>', now() - DAY)
        .execute();
      const failuresOf = (key: string) => rows.find((row) => row.key === key)?.failures ?? 0;
      const waits = buckets.map((bucket) => {
        const at = rows.find(({ key }) => key === bucket.key)?.at ?? 0;
        // A clock that was put back does not make it longer.
        return Math.min(at, now()) + waitAfter(failuresOf(bucket.key), bucket) - now();
      });
      const left = Math.ceil(Math.max(...waits) / 1_000);
      if (left > 0)
        return refuse('too-many-tries', { field, details: { wait: spoken(left), seconds: left } });
      for (const key of keys) {
        const row = { failures: failuresOf(key) + 1, at: now() };
        await transaction
          .insertInto('sign_in_attempts')
          .values({ key, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute();
      }
      await keepFew(transaction);
      return done({ succeeded: () => takeBack(buckets) });
    });

  /** Whoever was let in starts afresh; of the tries of everyone, only theirs is taken back. */
  const takeBack = (buckets: readonly Bucket[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      for (const { key, isShared } of buckets) {
        const row = transaction.updateTable('sign_in_attempts').where('key', '=', key);
        if (isShared) await row.set(({ eb }) => ({ failures: eb('failures', '-', 1) })).execute();
        else await row.set({ failures: 0 }).execute();
      }
    });

  return {
    async signIn({ email, place, cookie }) {
      const device = await devices.find(cookie, email);
      return begin(device === null ? [one('place', email, place), everyone(email)] : [one('device', device)]);
    },
    proof: (session, field) => begin([one('session', session)], field),
    async forget(email) {
      await db.deleteFrom('sign_in_attempts').where('key', '=', everyone(email).key).execute();
    },
  };
}

const waitAfter = (failures: number, { free, wait }: Bucket): number =>
  failures < free ? 0 : Math.min(LONGEST, wait * 2 ** Math.min(failures - free, 30));

/** Names that nobody has can be tried without end. Those that were tried least go first. */
async function keepFew(db: AccountDatabase): Promise<void> {
  const { count } = await db
    .selectFrom('sign_in_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= MOST_KEPT) return;
  const least = db
    .selectFrom('sign_in_attempts')
    .select('key')
    .orderBy('failures')
    .orderBy('at')
    .limit(MOST_KEPT / 5);
  await db.deleteFrom('sign_in_attempts').where('key', 'in', least).execute();
}

function spoken(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
