import { argon2Sync, randomBytes } from 'node:crypto';
import { person } from '../servers/running-server.ts';
import { query } from '../stores/stored-data.ts';

/**
 * From now on it takes long to compare with this person's password: five times as long as in production, which is the
 * most that the server takes.
 */
export async function slowDownPassword(server: { dataDir: string }, email: string): Promise<void> {
  const nonce = randomBytes(16);
  const cost = { memory: 19_456, passes: 10, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: person('').password });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${plain(nonce)}$${plain(tag)}`;
  const user = '(select id from "user" where email = ?)';
  await query(server.dataDir, `update account set password = ? where "userId" = ${user}`, hash, email);
}
