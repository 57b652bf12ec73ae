import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { cookieLine, cookieValues } from '../door/cookies.ts';
import type { Parts } from '../door/endpoint.ts';
import { waitOf } from '../door/rate-limit.ts';
import { hashOf } from '../id.ts';
import { type AccountDatabase, findUserByEmail } from './account-tables.ts';
import { findPasswordHash } from './passwords.ts';

const NAME = 'lineup.device';
/** The longest that browsers keep a cookie, in milliseconds. */
const LIFE = 400 * 86_400_000;
/** On one shared tablet: a cookie that is too long is dropped by browsers, with everybody in it. */
const MOST_PEOPLE = 8;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Guessing elsewhere does not lock out a device with this cookie. It grants nothing, and a new password invalidates it. */
export function createKnownDevices({ db, key }: { readonly db: AccountDatabase; readonly key: Buffer }) {
  const sign = (device: string, user: string, passwordHash: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([device, user, passwordHash]))
      .digest('base64url');

  async function findFor(entries: readonly string[], user: string): Promise<string | null> {
    const passwordHash = await findPasswordHash(db, user);
    if (passwordHash === null) return null;
    for (const entry of entries) {
      const [device = '', signature = ''] = entry.split('.');
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(device, user, passwordHash))];
      if (actual.length === expected.length && timingSafeEqual(actual, expected)) return device;
    }
    return null;
  }

  return {
    async find(cookie: string | undefined, email: string): Promise<string | null> {
      const user = await findUserByEmail(db, email);
      return user === null ? null : findFor(entriesIn(cookie), user);
    },

    /** The `Set-Cookie` lines for a device this user is signed in on; none if it has its cookie already. */
    async lines(cookie: string | undefined, user: string): Promise<readonly string[]> {
      const [before, passwordHash] = [entriesIn(cookie), await findPasswordHash(db, user)];
      if (passwordHash === null || (await findFor(before, user)) !== null) return [];
      const device = randomBytes(16).toString('base64url');
      const entries = [`${device}.${sign(device, user, passwordHash)}`, ...before];
      return [cookieLine(NAME, entries.join('~'), LIFE)];
    },
  };
}

const entriesIn = (cookie: string | undefined): string[] =>
  cookieValues(cookie, NAME)
    .flatMap((value) => value.split('~'))
    .filter((each) => each !== '')
    .slice(0, MOST_PEOPLE);

const DAY = 86_400_000;
/** The longest wait until the next attempt, in milliseconds: the owner of the account waits as well. */
const LONGEST_WAIT = 900_000;
const MOST_ROWS = 50_000;

interface Attempt {
  /** Call it when the password was right, so that the attempt does not count. */
  succeeded(): Promise<void>;
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

interface Bucket {
  readonly key: string;
  /** Attempts in a row without a wait. */
  readonly free: number;
  /** The first wait in milliseconds; each following one is twice as long. */
  readonly firstWait: number;
  /** Counts many people, so that a right password of one does not clear the failures of the others. */
  readonly isShared: boolean;
}

const one = (...named: string[]): Bucket => ({
  key: hashOf(JSON.stringify(named)),
  free: 10,
  firstWait: 6_000,
  isShared: false,
});
const everyone = (email: string): Bucket => ({
  key: hashOf(JSON.stringify(['all', email])),
  free: 30,
  firstWait: 2_000,
  isShared: true,
});

/** Made-up addresses can be tried without end, and would fill the disk. The rows with the fewest failures go first. */
async function limitRows(db: AccountDatabase): Promise<void> {
  const { count } = await db
    .selectFrom('sign_in_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= MOST_ROWS) return;
  const least = db.selectFrom('sign_in_attempts').select('key').orderBy('failures').orderBy('at');
  await db
    .deleteFrom('sign_in_attempts')
    .where('key', 'in', least.limit(MOST_ROWS / 5))
    .execute();
}

/**
 * Slows down guessing of passwords with waits that double. Attempts are counted before the password is checked, and the
 * counts are stored, so that they survive a restart.
 */
export function createSignInThrottle({ db, devices, now }: Pick<Parts, 'db' | 'devices' | 'now'>) {
  /** Refused while any of the buckets has to wait; otherwise counted in all of them. */
  const start = (buckets: readonly Bucket[], field?: string): Promise<Outcome<Attempt>> =>
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
        // A clock that was set back does not extend the wait.
        return Math.min(at, now()) + waitAfter(failuresOf(bucket.key), bucket) - now();
      });
      const left = Math.ceil(Math.max(...waits) / 1_000);
      if (left > 0) return refuse('too-many-tries', { field, details: waitOf(left) });
      for (const key of keys) {
        const row = { failures: failuresOf(key) + 1, at: now() };
        await transaction
          .insertInto('sign_in_attempts')
          .values({ key, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute();
      }
      await limitRows(transaction);
      return done({ succeeded: () => takeBack(buckets) });
    });

  /** Resets the person's own buckets, and uncounts this attempt in the shared ones. */
  const takeBack = (buckets: readonly Bucket[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      for (const { key, isShared } of buckets) {
        const row = transaction.updateTable('sign_in_attempts').where('key', '=', key);
        if (isShared) await row.set(({ eb }) => ({ failures: eb('failures', '-', 1) })).execute();
        else await row.set({ failures: 0 }).execute();
      }
    });

  return {
    /**
     * A device that this person signed in on before has its own count, so that others who guess cannot lock it out. All other
     * attempts count for their network address, and for all addresses together.
     */
    async signIn({ email, place, cookie }: { email: string; place: string; cookie: string | undefined }) {
      const device = await devices.find(cookie, email);
      return start(device === null ? [one('place', email, place), everyone(email)] : [one('device', device)]);
    },
    /** For a password or code that a signed-in person enters again. Each session has its own count. */
    reauthenticate: (session: string, field: string) => start([one('session', session)], field),
    /** Clears the count of all network addresses together, after the account got a new password. */
    async forget(email: string) {
      await db.deleteFrom('sign_in_attempts').where('key', '=', everyone(email).key).execute();
    },
  };
}

const waitAfter = (failures: number, { free, firstWait }: Bucket): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT, firstWait * 2 ** Math.min(failures - free, 30));
