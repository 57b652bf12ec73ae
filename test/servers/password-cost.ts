import { argon2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openTestStore } from '../stores/test-store.ts';
import { person } from './running-server.ts';

/**
 * From now on it takes long to compare with this person's password: five times as long as with others,
 * which is the most that the server takes.
 */
export const slowDownPassword = (server: { dataDir: string }, email: string): Promise<void> =>
  hashPasswordAgain(server, email, { memory: 19_456, passes: 10 });

/** From now on it takes no time to compare with this person's password, for tests that guess it hundreds of times. */
export const speedUpPassword = (server: { dataDir: string }, email: string): Promise<void> =>
  hashPasswordAgain(server, email, { memory: 8, passes: 1 });

async function hashPasswordAgain(
  { dataDir }: { dataDir: string },
  email: string,
  { memory, passes }: { memory: number; passes: number },
): Promise<void> {
  const nonce = randomBytes(16);
  const cost = { memory, passes, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: person('').password });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=${memory},t=${passes},p=1$${plain(nonce)}$${plain(tag)}`;
  // Written by a thread: this one runs the server, which may be about to end a transaction.
  const store = await openTestStore(dataDir);
  await sql`update account set password = ${hash} where "userId" = (select id from "user" where email = ${email})`.execute(
    store.kysely,
  );
  await store.close();
}
