import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { pickCookie } from '../better-auth/better-auth-headers.ts';
import { findUserByEmail } from '../email/email-address.ts';
import { findPasswordHash } from '../password/stored-password.ts';

const NAME = 'lineup.device';
/** The longest that browsers keep a cookie, in seconds. */
const LIFE = 400 * 86_400;
/** People of one shared tablet. */
const MOST_PEOPLE = 8;

/**
 * Shows that somebody signed in on a device before, so that guessing elsewhere does not lock it out. It opens nothing, and
 * ends with the password: whoever knew that one has nothing to show for the next.
 */
export interface KnownDevices {
  /** The device's name, when it was signed in on by the person with that address; null otherwise. */
  find(cookie: string | undefined, email: string): Promise<string | null>;
  /** The `Set-Cookie` lines for a device that this person is signed in on now. None when it can show that already. */
  lines(cookie: string | undefined, user: string): Promise<readonly string[]>;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly key: Buffer;
}

export function createKnownDevices({ db, key }: Parts): KnownDevices {
  const sign = (nonce: string, user: string, password: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([nonce, user, password]))
      .digest('base64url');

  async function findFor(proofs: readonly string[], user: string): Promise<string | null> {
    const password = await findPasswordHash(db, user);
    if (password === null) return null;
    for (const proof of proofs) {
      const [nonce = '', shown = ''] = proof.split('.');
      const [given, right] = [Buffer.from(shown), Buffer.from(sign(nonce, user, password))];
      if (given.length === right.length && timingSafeEqual(given, right)) return nonce;
    }
    return null;
  }

  return {
    async find(cookie, email) {
      const user = await findUserByEmail(db, email);
      return user === null ? null : findFor(proofsIn(cookie), user);
    },

    async lines(cookie, user) {
      const [before, password] = [proofsIn(cookie), await findPasswordHash(db, user)];
      if (password === null || (await findFor(before, user)) !== null) return [];
      const nonce = randomBytes(16).toString('base64url');
      const proofs = [`${nonce}.${sign(nonce, user, password)}`, ...before].slice(0, MOST_PEOPLE);
      return [`${NAME}=${proofs.join('~')}; Max-Age=${LIFE}; Path=/; HttpOnly; SameSite=Lax`];
    },
  };
}

const proofsIn = (cookie: string | undefined): string[] =>
  pickCookie(cookie, NAME)
    .slice(NAME.length + 1)
    .split('~')
    .filter((each) => each !== '')
    .slice(0, MOST_PEOPLE);
