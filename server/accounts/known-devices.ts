import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { pickCookie } from './better-auth-headers.ts';
import { findPasswordHash } from './passwords.ts';
import type { AccountDatabase } from './schema.ts';
import { findUserByEmail } from './users.ts';

const NAME = 'lineup.device';
/** The longest that browsers keep a cookie, in seconds. */
const LIFE = 400 * 86_400;
/** On one shared tablet. */
const MOST_PEOPLE = 8;

/**
 * A cookie that shows a person signed in on this device before, so that guessing elsewhere does not lock it out. It grants
 * nothing, and a new password invalidates it.
 */
export interface KnownDevices {
  /** The device's id if the owner of this address signed in on it; null otherwise. */
  find(cookie: string | undefined, email: string): Promise<string | null>;
  /** The `Set-Cookie` lines for a device this user is signed in on; none if it has its cookie already. */
  lines(cookie: string | undefined, user: string): Promise<readonly string[]>;
}

interface Dependencies {
  readonly db: AccountDatabase;
  readonly key: Buffer;
}

export function createKnownDevices({ db, key }: Dependencies): KnownDevices {
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
    async find(cookie, email) {
      const user = await findUserByEmail(db, email);
      return user === null ? null : findFor(entriesIn(cookie), user);
    },

    async lines(cookie, user) {
      const [before, passwordHash] = [entriesIn(cookie), await findPasswordHash(db, user)];
      if (passwordHash === null || (await findFor(before, user)) !== null) return [];
      const device = randomBytes(16).toString('base64url');
      const entries = [`${device}.${sign(device, user, passwordHash)}`, ...before].slice(0, MOST_PEOPLE);
      return [`${NAME}=${entries.join('~')}; Max-Age=${LIFE}; Path=/; HttpOnly; SameSite=Lax`];
    },
  };
}

const entriesIn = (cookie: string | undefined): string[] =>
  pickCookie(cookie, NAME)
    .slice(NAME.length + 1)
    .split('~')
    .filter((each) => each !== '')
    .slice(0, MOST_PEOPLE);
