import type { Parts } from '../door/endpoint.ts';
import { newId, newSecret } from '../id.ts';
import { type AccountDatabase, fromInstant } from './account-tables.ts';

interface PendingProof {
  readonly cookie: string;
  /** Of its name in the database, so that the cookie of one kind is nothing for another. */
  readonly prefix: string;
  /** In milliseconds. */
  readonly life: number;
}

/** A sign-in that waits for its second step; the value is the user. */
export const secondStep: PendingProof = { cookie: 'lineup.two_factor', prefix: '2fa-', life: 600_000 };
/** A device that isn't asked for codes; the value is the user. */
export const trustedDevice: PendingProof = {
  cookie: 'lineup.trust_device',
  prefix: 'trust-device-',
  life: 30 * 86_400_000,
};
export const passkeyChallenge: PendingProof = { cookie: 'lineup.passkey', prefix: 'passkey-', life: 300_000 };
export const providerRequest: PendingProof = { cookie: 'lineup.state', prefix: 'auth-state-', life: 600_000 };

/** Stores something under a name that only its browser or its link knows. */
export async function insertVerification(
  db: AccountDatabase,
  { identifier, value, life }: { identifier: string; value: string; life: number },
  now: number,
): Promise<void> {
  const at = fromInstant(now);
  const times = { createdAt: at, updatedAt: at, expiresAt: fromInstant(now + life) };
  await db
    .insertInto('verification')
    .values({ id: newId(), identifier, value, ...times })
    .execute();
}

export async function deleteExpired(db: AccountDatabase, now: number): Promise<void> {
  await db.deleteFrom('verification').where('expiresAt', '<=', fromInstant(now)).execute();
}

export type PendingProofs = ReturnType<typeof createPendingProofs>;

/** What a browser comes back with: a signed cookie names what the database has. */
export function createPendingProofs({ db, signInKeys, now }: Pick<Parts, 'db' | 'signInKeys' | 'now'>) {
  /** Better Auth's cookies of trusted devices have more before the name. */
  function nameIn(header: string | undefined, { cookie, prefix }: PendingProof): string {
    const name = signInKeys.readCookie(header, cookie)?.split('!').at(-1) ?? '';
    return name.startsWith(prefix) ? name : '';
  }

  return {
    /** Returns the `Set-Cookie` line. */
    async start(kind: PendingProof, value: string, transaction = db): Promise<string> {
      // So that strangers' challenges don't add up. In a transaction it would be in the way of others.
      if (transaction === db) await deleteExpired(db, now());
      const identifier = kind.prefix + newSecret();
      await insertVerification(transaction, { identifier, value, life: kind.life }, now());
      return signInKeys.cookie(kind.cookie, identifier, kind.life);
    },

    /** Null for a cookie that nobody got, and for what expired, ended or was taken. */
    async find(kind: PendingProof, header: string | undefined): Promise<string | null> {
      const row = await db
        .selectFrom('verification')
        .select('value')
        .where('identifier', '=', nameIn(header, kind))
        .where('expiresAt', '>', fromInstant(now()))
        .executeTakeFirst();
      return row?.value ?? null;
    },

    /** Like `find`, but of several who come with the same cookie only one gets it. */
    async take(kind: PendingProof, header: string | undefined): Promise<string | null> {
      const row = await db
        .deleteFrom('verification')
        .where('identifier', '=', nameIn(header, kind))
        .where('expiresAt', '>', fromInstant(now()))
        .returning('value')
        .executeTakeFirst();
      return row?.value ?? null;
    },
  };
}
